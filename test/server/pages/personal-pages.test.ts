import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { articles } from '../../support/fake-backend.ts';
import { texts } from '../../support/texts.ts';
import { serve, type Served } from '../../support/serve.ts';

const proxied = { trustProxy: 1 as const };
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Requests a page this often from one address, and returns how often each status came. */
async function countStatuses({ get }: Served, path: string, times: number, address: string) {
  const counts: Record<number, number> = {};
  for (let number = 0; number < times; number += 1) {
    const { status } = await get(path, from(address));
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('a page that belongs to one visitor', () => {
  it('is refused with 429 above 120 requests a minute from one address, whichever page it is', async (t) => {
    const site = await serve(t, { config: { ...proxied, rateLimit: 5 } });
    const stranger = '203.0.113.9';
    assert.deepEqual(await countStatuses(site, '/gitl?id=1', 120, stranger), { 200: 120 });
    const slug = articles[0]?.slug ?? '';
    await site.get(`/news/${slug}`);
    for (const path of ['/gitl?id=2', '/contacts?write=', '/checkout?id=3', '/news?whole', `/news/${slug}?whole`]) {
      const answer = await site.get(path, from(stranger));
      assert.equal(answer.status, 429, path);
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal((await answer.text()).trim(), texts.area('en', 'plain')['tooMany']);
    }
    for (const path of ['/gitl', '/contacts?topic=career', '/about?made-up=1'])
      assert.equal((await site.get(path, from(stranger))).status, 200, path);
    assert.equal((await site.get('/gitl?id=1', from('203.0.113.10'))).status, 200);
    assert.match(await site.metrics.print(), /^site_rate_limited_total\{kind="personal-page"\} 5$/m);
  });

  it('is not counted where it is redirected, and has no limit with RATE_LIMIT=0', async (t) => {
    const limited = await serve(t, { config: { ...proxied, rateLimit: 5 } });
    assert.deepEqual(await countStatuses(limited, '/gitl/?id=1', 130, '203.0.113.9'), { 301: 130 });
    assert.equal((await limited.get('/gitl?id=1', from('203.0.113.9'))).status, 200);
    const unlimited = await serve(t, { config: { ...proxied, rateLimit: 0 } });
    assert.deepEqual(await countStatuses(unlimited, '/checkout?id=1', 130, '203.0.113.9'), { 200: 130 });
  });

  it('delays no page of the cache, however many visitors ask for theirs at once', async (t) => {
    const { get } = await serve(t);
    await (await get('/about')).text();
    let rendered = 0;
    const crowd = Array.from({ length: 60 }, async (_, number) => {
      const { status } = await get(`/gitl?id=${number}`);
      rendered += 1;
      return status;
    });
    const cached = await get('/about');
    assert.match(cached.headers.get('server-timing') ?? '', /cache;desc=hit/);
    assert.ok(rendered < 30, `${rendered} of 60 other pages came first`);
    assert.deepEqual([...new Set(await Promise.all(crowd))], [200]);
  });
});
