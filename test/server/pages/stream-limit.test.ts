import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propertyOf } from '#shared/property-of.ts';
import { answerAsUsual, articles } from '../../support/fake-backend.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

/** The number of visitors that have left before the end of their response. */
const countLeft = (logged: Record<string, unknown>[]) =>
  logged.filter(({ request }) => propertyOf(request, 'status') === 499).length;

/** A request from an address, as a trusted proxy passes it on. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('the limit of streams', () => {
  it('leaves places for others when one client takes as many as it can', async (t) => {
    const { backend, letGo } = await holdingBackend(t, (path) => path.endsWith('/comments'));
    const { get } = await serve(t, { backend, config: { maxRenders: 4, trustProxy: 1 } });
    const path = `/news/${articles[0]?.slug}`;
    const answers = await Promise.all(Array.from({ length: 16 }, () => get(path, from('198.51.100.1'))));
    assert.equal(answers.filter(({ status }) => status === 200).length, 8);
    const other = await get(`/news/${articles[1]?.slug}`, from('203.0.113.9'));
    assert.equal(other.status, 200);
    letGo();
    await Promise.all([...answers, other].map((answer) => answer.text()));
  });

  it('refuses with 503 and Retry-After the visitors above its limit, until others have their page', async (t) => {
    const { backend, letGo } = await holdingBackend(t, (path) => path.endsWith('/comments'));
    const { get } = await serve(t, { backend, config: { maxRenders: 1, trustProxy: 1 } });
    const path = `/news/${articles[0]?.slug}`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, visitor) => get(path, from(`192.0.2.${visitor}`))),
    );
    const [streamed, refused] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted));
    assert.equal(streamed?.length, 4);
    assert.equal(refused?.length, 26);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '2');
    assert.equal((await get(path, { method: 'HEAD' })).status, 200, 'a response without a body takes no place');
    assert.equal((await get('/about')).status, 200, 'streams take no place of other renders');
    letGo();
    await Promise.all(streamed.map((answer) => answer.text()));
    assert.equal((await get(path)).status, 200);
  });

  it('gives the place of visitors who leave before the first byte to others', async (t) => {
    const path = `/news/${articles[0]?.slug}`;
    const isComments = (asked: string) => asked.endsWith('/comments');
    const { backend, letGo } = await holdingBackend(t, (asked) => isComments(asked) || asked.endsWith(path));
    const { origin, get, logged } = await serve(t, { backend, config: { maxRenders: 1, trustProxy: 1 } });
    const visitors = [1, 2, 3, 4].map((visitor) => from(`192.0.2.${visitor}`));
    const leave = new AbortController();
    for (const visitor of visitors) fetch(origin + path, { ...visitor, signal: leave.signal }).catch(() => undefined);
    await until('the article is asked for', () => backend.requestCounts.has(`/api${path}`));
    leave.abort();
    await until('the visitors have left', () => countLeft(logged) === 4);
    backend.respondWith((request, response, body) => {
      if (!isComments(request.url ?? '')) answerAsUsual(request, response, body);
    });
    letGo();
    await until('the article is there', async () => (await get(`/api${path}`)).status === 200);
    const answers = await Promise.all(visitors.map((visitor) => get(path, visitor)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    await Promise.all(answers.map(({ body }) => body?.cancel()));
  });
});
