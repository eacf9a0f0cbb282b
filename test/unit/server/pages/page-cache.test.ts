import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { bodyOf, createPageCache, storePage, type PageCache } from '#server/pages/page-cache.ts';
import { until } from '../../../support/until.ts';

const html = '<p>' + 'The quick brown fox jumps over the lazy dog, and writes it down. '.repeat(40) + '</p>';
const store = (status = 200, text = html, degraded = false) => storePage({ status, html: text, degraded });

/** Reads a page until it is hot, and waits for what that brings. */
async function heat(cache: PageCache, key: string): Promise<void> {
  for (let times = 0; times < 3; times += 1) cache.read(key);
  await until('the best compression', () => cache.read(key)?.best === true);
}

describe('a rendered page', () => {
  it('is stored with its bytes, a validator and nothing else that a later request would have to work out', async () => {
    const page = await storePage({ status: 404, html, degraded: true, timing: 'render;dur=3' }, 1234);
    const { bodies, etag, headers, ...rest } = page;
    assert.deepEqual(rest, {
      status: 404,
      storedAt: 1234,
      degraded: true,
      timing: 'render;dur=3',
      styleSource: undefined,
      hits: 0,
    });
    assert.equal(bodies.identity.toString(), html);
    assert.equal(brotliDecompressSync(bodies.br).toString(), html);
    assert.equal(bodies.gzip, undefined);
    assert.match(etag, /^W\/"[\w-]{27}"$/);
    assert.equal(headers.size, 0);
  });

  it('is whole and of now unless it says otherwise', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 5000 });
    const { degraded, timing, storedAt } = await storePage({ status: 200, html });
    assert.deepEqual({ degraded, timing, storedAt }, { degraded: false, timing: '', storedAt: 5000 });
  });

  it('has the same validator only while it is the same', async () => {
    assert.equal((await store()).etag, (await store()).etag);
    assert.notEqual((await store()).etag, (await store(200, `${html}.`)).etag);
  });

  it('is compressed quickly', async () => {
    const { bodies } = await store();
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    assert.deepEqual(bodies.br, brotliCompressSync(html, { params }));
  });

  it('is sent in each encoding; gzip is made once', async () => {
    const page = await store();
    assert.equal(bodyOf(page, 'identity'), page.bodies.identity);
    assert.equal(bodyOf(page, 'br'), page.bodies.br);
    assert.equal(page.bodies.gzip, undefined, 'nobody has asked for it');
    const first = bodyOf(page, 'gzip');
    assert.equal(gunzipSync(first).toString(), html);
    assert.equal(bodyOf(page, 'gzip'), first);
  });
});

describe('a page that is asked for often', () => {
  it('is compressed at the best level, once, with the third request', async () => {
    const cache = createPageCache(1_000_000);
    const page = await store();
    page.headers.set('a variant', {});
    cache.write('a', page);
    for (let times = 0; times < 3; times += 1) assert.equal(cache.read('a'), page);
    await until('the best compression', () => cache.read('a') !== page);
    const better = cache.read('a');
    assert.equal(better?.best, true);
    assert.equal(better.headers.size, 0, 'the header lines name lengths');
    assert.ok(better.bodies.br.length < page.bodies.br.length);
    assert.equal(brotliDecompressSync(better.bodies.br).toString(), html);
    assert.equal(gunzipSync(better.bodies.gzip ?? '').toString(), html);
    assert.equal(better.etag, page.etag);
  });

  it('is left as it is before that', async () => {
    const cache = createPageCache(1_000_000);
    const [seldom, hot] = [await store(), await store(200, `${html}!`)];
    cache.write('seldom', seldom);
    cache.write('hot', hot);
    for (let times = 0; times < 2; times += 1) assert.equal(cache.read('seldom'), seldom);
    // Pages are compressed one after the other, in the order in which they became hot.
    await heat(cache, 'hot');
    assert.equal(cache.read('seldom'), seldom);
  });

  it('is not compressed again when it has been read three times once more', async () => {
    const cache = createPageCache(1_000_000);
    cache.write('a', await store());
    await heat(cache, 'a');
    const best = cache.read('a');
    assert.ok(best);
    best.hits = 0;
    cache.write('b', await store(200, `${html}!`));
    for (let times = 0; times < 4; times += 1) cache.read('a');
    await heat(cache, 'b');
    assert.equal(cache.read('a'), best);
  });

  it('does not return when it was purged or replaced meanwhile', async () => {
    const cache = createPageCache(1_000_000);
    const next = await store(200, 'new');
    for (const key of ['gone', 'replaced', 'last']) cache.write(key, await store(200, html + key));
    for (const key of ['gone', 'replaced']) for (let times = 0; times < 3; times += 1) cache.read(key);
    cache.purge((key) => key === 'gone');
    cache.write('replaced', next);
    await heat(cache, 'last');
    assert.equal(cache.read('gone'), undefined);
    assert.equal(cache.read('replaced'), next);
  });
});

describe('writing a page', () => {
  it('that is equal keeps the bytes, and takes the new time', async () => {
    const cache = createPageCache(1_000_000);
    const old = await storePage({ status: 200, html }, 1000);
    old.headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', await storePage({ status: 200, html }, 2000));
    assert.equal(cache.read('a'), old);
    assert.equal(old.storedAt, 2000);
    assert.equal(old.headers.size, 1, 'the header lines are still right');
  });

  it('that is equal, but no fallback any more, makes the header lines anew', async () => {
    const cache = createPageCache(1_000_000);
    const old = await store(200, html, true);
    old.headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', await store());
    assert.equal(old.degraded, false);
    assert.equal(old.headers.size, 0);
  });

  it('that is equal ends the failure of its renewal', async () => {
    const cache = createPageCache(1_000_000);
    const old = await store();
    Object.assign(old, { failedAt: 7 }).headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', await store());
    assert.equal(old.failedAt, undefined);
    assert.equal(old.headers.size, 0);
  });

  it('that differs by content or status replaces the old one', async () => {
    const cache = createPageCache(1_000_000);
    for (const page of [await store(), await store(200, 'other'), await store(404, 'other')]) {
      cache.write('a', page);
      assert.equal(cache.read('a'), page);
    }
  });
});

describe('the page cache', () => {
  it('purges what is named, and nothing else', async () => {
    const cache = createPageCache(1_000_000);
    for (const key of ['/news/a', '/news/b', '/about']) cache.write(key, await store(200, key));
    cache.purge((key) => key.startsWith('/news'));
    assert.deepEqual(
      ['/news/a', '/news/b', '/about'].map((key) => cache.read(key) !== undefined),
      [false, false, true],
    );
  });

  it('counts the bytes of a page, of what gzip will take, and of its header lines', async () => {
    const cache = createPageCache(1_000_000);
    const page = await store();
    assert.equal(cache.bytes, 0);
    cache.write('a', page);
    assert.equal(cache.bytes, 2 * page.bodies.br.length + page.bodies.identity.length + 3000);
  });

  it('removes what was not asked for the longest when it is full', async () => {
    const page = await store();
    const room = 2 * (2 * page.bodies.br.length + page.bodies.identity.length + 3000) + 200;
    const cache = createPageCache(room);
    cache.write('a', await store(200, `${html}a`));
    cache.write('b', await store(200, `${html}b`));
    cache.read('a');
    cache.write('c', await store(200, `${html}c`));
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.read(key) !== undefined),
      [true, false, true],
    );
    assert.ok(cache.bytes <= room);
  });

  it('without room stores nothing', async () => {
    const cache = createPageCache(0);
    cache.write('a', await store());
    cache.purge(() => true);
    assert.equal(cache.read('a'), undefined);
    assert.equal(cache.bytes, 0);
  });
});
