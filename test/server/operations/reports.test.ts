import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve, type Served } from '../../support/serve.ts';

const body = {
  documentURL: 'https://obrii.example/checkout?email=olha@example.org',
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.example/x.js?id=7',
  sourceFile: 'https://obrii.example/a.js',
};
const report = (...bodies: object[]) => ({
  method: 'POST',
  headers: { 'content-type': 'application/reports+json' },
  body: JSON.stringify(
    bodies.map((entry) => ({ type: 'csp-violation', age: 1, url: 'https://obrii.example/', body: entry })),
  ),
});
const violations = ({ logged }: Served) => logged.filter((line) => 'violation' in line);
const counted = async ({ metrics }: Served) =>
  Number(/site_csp_violations_total\{directive="script-src-elem"\} (\d+)/.exec(await metrics.print())?.[1] ?? 0);

describe('reported violations of the policy', () => {
  it('are each counted, and logged once for each kind', async (t) => {
    const site = await serve(t);
    for (let times = 0; times < 5; times += 1)
      assert.equal((await site.get('/reports/csp', report(body, body))).status, 204);
    assert.equal(await counted(site), 10);
    assert.equal(violations(site).length, 1);
    await site.get('/reports/csp', report({ ...body, blockedURL: 'inline' }));
    assert.equal(violations(site).length, 2);
  });

  it('are read in the older spelling too', async (t) => {
    const site = await serve(t);
    const old = {
      'csp-report': {
        'document-uri': body.documentURL,
        'effective-directive': 'script-src-elem',
        'blocked-uri': body.blockedURL,
      },
    };
    const answer = await site.get('/reports/csp', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify(old),
    });
    assert.equal(answer.status, 204);
    assert.equal(await counted(site), 1);
  });

  it('leave no data of the visitor in the log', async (t) => {
    const site = await serve(t);
    await site.get('/reports/csp', report(body));
    assert.doesNotMatch(JSON.stringify(site.logged), /olha|id=7/);
    assert.deepEqual(violations(site)[0]?.['violation'], {
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: '/checkout',
      source: 'https://obrii.example',
    });
  });

  it('cannot make labels or lines of their own', async (t) => {
    const site = await serve(t);
    await site.get(
      '/reports/csp',
      report({
        ...body,
        effectiveDirective: 'evil"} 1\nfake_metric 7',
        blockedURL: 'a\nb',
        documentURL: 'javascript:x',
      }),
    );
    assert.doesNotMatch(await site.metrics.print(), /fake_metric/);
    assert.match(await site.metrics.print(), /directive="other"\} 1/);
  });

  for (const [title, sent, status] of [
    ['nothing', '', 400],
    ['no JSON', 'x', 400],
    ['another kind', '[{"type":"deprecation","body":{}}]', 400],
    ['null', 'null', 400],
    ['a list of nulls', '[null]', 400],
    ['20 kB', `[${' '.repeat(20_000)}]`, 413],
  ] as const) {
    it(`with ${title} get ${status}`, async (t) => {
      const site = await serve(t);
      const answer = await site.get('/reports/csp', {
        method: 'POST',
        headers: { 'content-type': 'application/reports+json' },
        body: sent,
      });
      assert.equal(answer.status, status);
      assert.equal(violations(site).length, 0);
    });
  }

  it('are limited by address', async (t) => {
    const site = await serve(t);
    const statuses = new Set<number>();
    for (let times = 0; times < 40; times += 1) statuses.add((await site.get('/reports/csp', report(body))).status);
    assert.deepEqual([...statuses].sort(), [204, 429]);
    assert.equal(await counted(site), 30);
  });

  it('are accepted only by POST', async (t) => {
    const answer = await (await serve(t)).get('/reports/csp');
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST');
  });
});

describe('an error in a visitor’s browser', () => {
  const report = { kind: 'uncaught', route: 'home', name: 'TypeError', at: '/assets/start-ABC.js:1:200' };
  const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

  it('is counted by kind and page, and logged once', async (t) => {
    const { get, metrics, logged } = await serve(t);
    for (let count = 0; count < 3; count += 1) assert.equal((await get('/reports/errors', post(report))).status, 204);
    assert.match(await metrics.print(), /site_browser_errors_total\{kind="uncaught",route="home"\} 3/);
    assert.equal(logged.filter((line) => 'browserError' in line).length, 1);
  });

  it('is refused when it contains more than allowed', async (t) => {
    const { get } = await serve(t);
    for (const odd of [
      { ...report, message: 'typed by a visitor' },
      { ...report, route: 'made-up' },
      { ...report, name: 'olha@example.org' },
      { ...report, at: 'https://elsewhere.example/?email=olha@example.org' },
    ])
      assert.equal((await get('/reports/errors', post(odd))).status, 400, JSON.stringify(odd));
  });
});
