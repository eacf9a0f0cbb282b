import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cspDirectives } from '#server/operations/csp-directives.ts';
import { routeNames } from '#server/pages/page-routes.ts';
import { fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { rawGet, speak } from '../../support/raw.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

/** The series of a counter, with their values. */
async function seriesOf({ metrics }: Served, counter: string): Promise<Map<string, number>> {
  const found = (await metrics.print()).matchAll(new RegExp(`^${counter}\\{(?:[^"]*)"([^"]*)"\\} (\\d+)$`, 'gm'));
  return new Map([...found].map(([, label = '', value]) => [label, Number(value)]));
}

const countedOf = (series: Map<string, number>) => [...series].filter(([, value]) => value > 0).map(([label]) => label);

describe('a counter has its series at 0 before the first event', () => {
  it('of every reason to refuse a request', async (t) => {
    const site = await serve(t, { config: { allowedHosts: ['site'] }, limits: { headersMs: 700 } });
    const before = await seriesOf(site, 'site_refused_total');
    const post = (headers: string) => `POST /api/contact HTTP/1.1\r\nHost: site\r\n${headers}\r\n\r\n`;
    const requests = [
      rawGet(`/${'a'.repeat(5000)}`),
      rawGet('/').replace('GET /', 'GET *'),
      rawGet('/').replace('\r\n\r\n', `\r\n${'A: b\r\n'.repeat(90)}\r\n`),
      rawGet('/').replace('\r\n\r\n', `\r\nCookie: ${'a'.repeat(9000)}\r\n\r\n`),
      rawGet('/').replace('\r\n\r\n', `\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`),
      'GET / HTTP/1.1\r\n\r\n',
      rawGet(`/?${'a&'.repeat(70)}`),
      'GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n',
      'CONNECT site:443 HTTP/1.1\r\nHost: site\r\n\r\n',
      post('Content-Length: 100000000'),
      post('Expect: a-miracle\r\nContent-Length: 5'),
      `${post('Transfer-Encoding: chunked')}1;${'a'.repeat(20_000)}\r\na\r\n`,
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: si',
      'GET /made-up HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(40),
    ];
    await Promise.all(requests.map((request) => speak(site.origin, request, { timeoutMs: 5000 })));
    const expected = [
      ...['targetLength', 'target', 'headers', 'cookies', 'host', 'parameters', 'foreignHost', 'body'],
      ...['CONNECT', 'expectation', 'malformed', 'timeout', 'pipelined'],
    ];
    await until('all are counted', async () => {
      const counted = countedOf(await seriesOf(site, 'site_refused_total'));
      return expected.every((reason) => counted.includes(reason));
    });
    assert.deepEqual([...(await seriesOf(site, 'site_refused_total')).keys()], [...before.keys()]);
    assert.ok(site.logged.some(({ msg }) => msg === 'a connection was ended: too many of its requests wait'));
  });

  it('of every directive of the policy', async (t) => {
    const site = await serve(t);
    const before = await seriesOf(site, 'site_csp_violations_total');
    for (const directive of [...cspDirectives, 'made-up']) {
      const answer = await site.get('/reports/csp', {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify({ 'csp-report': { 'effective-directive': directive } }),
      });
      assert.equal(answer.status, 204, directive);
    }
    const after = await seriesOf(site, 'site_csp_violations_total');
    assert.deepEqual([...after.keys()], [...before.keys()]);
    assert.deepEqual(countedOf(after).sort(), [...cspDirectives, 'other'].sort());
  });

  it('of every page, except the one whose labels would make thousands of series', async (t) => {
    const { metrics } = await serve(t);
    const routesOf = new Map<string, Set<string>>();
    for (const [, counter = '', route = ''] of (await metrics.print()).matchAll(/^(\w+_total)\{.*?\broute="([^"]*)"/gm))
      routesOf.set(counter, (routesOf.get(counter) ?? new Set()).add(route));
    assert.ok(routesOf.delete('site_requests_total'));
    assert.deepEqual([...routesOf.keys()].sort(), ['site_browser_errors_total', 'site_renders_total']);
    for (const [counter, names] of routesOf) assert.deepEqual([...names], [...routeNames], counter);
  });

  it('of every status that stands for a fault, whatever the backend answers', async (t) => {
    const backend = await fakeBackend(t);
    const site = await serve(t, { backend });
    const before = await seriesOf(site, 'site_server_errors_total');
    for (const status of [500, 501, 502, 503, 504, 507, 599]) {
      backend.respondWith((_request, response) => sendJson(response, status, { error: 'no' }));
      await site.get('/api/news/1/comments', json({ author: 'Olha', content: `Thank you ${status}` }));
    }
    await until(
      'all are counted',
      async () => countedOf(await seriesOf(site, 'site_server_errors_total')).length === before.size,
    );
    assert.deepEqual([...(await seriesOf(site, 'site_server_errors_total')).keys()], [...before.keys()]);
  });
});
