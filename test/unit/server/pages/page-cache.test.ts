import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { bodyOf, createPageCache, encodingOf, toCompletePage, type PageCache } from '#server/pages/page-cache.ts';
import { until } from '../../../support/until.ts';

const html = '<p>' + 'The quick brown fox jumps over the lazy dog, and writes it down. '.repeat(40) + '</p>';
const store = (status = 200, text = html, degraded = false) =>
  toCompletePage({ status, html: Buffer.from(text), degraded });

/** Reads a page until it is hot, and waits for its compression. */
async function heat(cache: PageCache, key: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) cache.read(key);
  await until('the best compression', () => cache.read(key)?.best === true);
}

describe('a rendered page', () => {
  it('is stored with its bytes and a validator, without the compressed bodies, which later requests make', async () => {
    const page = toCompletePage({ status: 404, html: Buffer.from(html), degraded: true, timing: 'render;dur=3' }, 1234);
    const { bodies, etag, headers, ...rest } = page;
    assert.deepEqual(rest, {
      status: 404,
      storedAt: 1234,
      degraded: true,
      timing: 'render;dur=3',
      styleSource: undefined,
      hits: 0,
    });
    assert.deepEqual(bodies, { identity: Buffer.from(html) });
    assert.match(etag, /^W\/"[\w-]{27}"$/);
    assert.equal(headers.size, 0);
  });

  it('is complete and current by default', async (t) => {
    t.mock.method(performance, 'now', () => 5000);
    const { degraded, timing, storedAt } = toCompletePage({ status: 200, html: Buffer.from(html) });
    assert.deepEqual({ degraded, timing, storedAt }, { degraded: false, timing: '', storedAt: 5000 });
  });

  it('has the same validator only while it is the same', async () => {
    assert.equal(store().etag, store().etag);
    assert.notEqual(store().etag, store(200, `${html}.`).etag);
  });

  it('keeps only the memory of its compressed bytes', async () => {
    const cache = createPageCache(1_000_000);
    cache.write('page', store());
    const page = cache.read('page') ?? store();
    for (const encoding of ['zstd', 'br', 'gzip'] as const) {
      const { length, buffer } = bodyOf(page, encoding);
      assert.equal(buffer.byteLength, length, encoding);
    }
    await heat(cache, 'page');
    const best = cache.read('page')?.bodies.br;
    assert.equal(best?.buffer.byteLength, best?.length);
  });

  it('is compressed at its first request, quickly, and once for each encoding', () => {
    const page = store();
    assert.deepEqual(bodyOf(page, 'identity'), Buffer.from(html));
    const br = bodyOf(page, 'br');
    assert.deepEqual(br, brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    assert.equal(brotliDecompressSync(br).toString(), html);
    const zstd = bodyOf(page, 'zstd');
    assert.deepEqual(zstd, zstdCompressSync(html, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }));
    assert.equal(zstdDecompressSync(zstd).toString(), html);
    assert.equal(page.bodies.gzip, undefined, 'nobody has asked for it');
    const gzip = bodyOf(page, 'gzip');
    assert.equal(gunzipSync(gzip).toString(), html);
    for (const [encoding, first] of [
      ['br', br],
      ['zstd', zstd],
      ['gzip', gzip],
    ] as const)
      assert.equal(bodyOf(page, encoding), first);
  });

  it('is sent as zstd to clients that accept it until brotli has the best level', () => {
    for (const accepted of ['zstd', 'br', 'gzip', 'identity'] as const) {
      assert.equal(encodingOf({}, accepted), accepted);
      assert.equal(encodingOf({ best: true }, accepted), accepted === 'zstd' ? 'br' : accepted);
    }
  });
});

describe('a page that is requested often', () => {
  it('is compressed at the best level, once, with the second request', async () => {
    const cache = createPageCache(1_000_000);
    const page = store();
    page.headers.set('a variant', {});
    cache.write('a', page);
    for (let times = 0; times < 2; times += 1) assert.equal(cache.read('a'), page);
    await until('the best compression', () => cache.read('a') !== page);
    const better = cache.read('a');
    assert.equal(better?.best, true);
    assert.equal(better.headers.size, 0, 'the header lines name lengths');
    assert.ok(bodyOf(better, 'br').length < bodyOf(page, 'br').length);
    assert.equal(brotliDecompressSync(bodyOf(better, 'br')).toString(), html);
    assert.equal(gunzipSync(bodyOf(better, 'gzip')).toString(), html);
    assert.equal(bodyOf(better, 'identity').toString(), html);
    assert.equal(better.etag, page.etag);
  });

  it('is not compressed again before that', async () => {
    const cache = createPageCache(1_000_000);
    const [seldom, hot] = [store(), store(200, `${html}!`)];
    cache.write('seldom', seldom);
    cache.write('hot', hot);
    assert.equal(cache.read('seldom'), seldom);
    // Pages are compressed one after the other, in the order in which they became hot.
    await heat(cache, 'hot');
    assert.equal(cache.read('seldom'), seldom);
  });

  it('is not compressed again when it has been read three times once more', async () => {
    const cache = createPageCache(1_000_000);
    cache.write('a', store());
    await heat(cache, 'a');
    const best = cache.read('a');
    assert.ok(best);
    best.hits = 0;
    cache.write('b', store(200, `${html}!`));
    for (let times = 0; times < 4; times += 1) cache.read('a');
    await heat(cache, 'b');
    assert.equal(cache.read('a'), best);
  });

  it('is not stored again when it was purged or replaced meanwhile', async () => {
    const cache = createPageCache(1_000_000);
    const next = store(200, 'new');
    for (const key of ['gone', 'replaced', 'last']) cache.write(key, store(200, html + key));
    for (const key of ['gone', 'replaced']) for (let times = 0; times < 2; times += 1) cache.read(key);
    cache.purge((key) => key === 'gone');
    cache.write('replaced', next);
    await heat(cache, 'last');
    assert.equal(cache.read('gone'), undefined);
    assert.equal(cache.read('replaced'), next);
  });
});

describe('writing a page', () => {
  it('that is equal keeps the bytes, and has the new time', async () => {
    const cache = createPageCache(1_000_000);
    const old = toCompletePage({ status: 200, html: Buffer.from(html) }, 1000);
    old.headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', toCompletePage({ status: 200, html: Buffer.from(html) }, 2000));
    assert.equal(cache.read('a'), old);
    assert.equal(old.storedAt, 2000);
    assert.equal(old.headers.size, 1, 'the header lines are still right');
  });

  it('that is equal, but not a fallback any more, discards the header lines', async () => {
    const cache = createPageCache(1_000_000);
    const old = store(200, html, true);
    old.headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', store());
    assert.equal(old.degraded, false);
    assert.equal(old.headers.size, 0);
  });

  it('that is equal ends the failure of its renewal', async () => {
    const cache = createPageCache(1_000_000);
    const old = store();
    Object.assign(old, { failedAt: 7 }).headers.set('a variant', {});
    cache.write('a', old);
    cache.write('a', store());
    assert.equal(old.failedAt, undefined);
    assert.equal(old.headers.size, 0);
  });

  it('that differs by content or status replaces the old one', async () => {
    const cache = createPageCache(1_000_000);
    for (const page of [store(), store(200, 'other'), store(404, 'other')]) {
      cache.write('a', page);
      assert.equal(cache.read('a'), page);
    }
  });
});

describe('the page cache', () => {
  it('purges only the matching pages', async () => {
    const cache = createPageCache(1_000_000);
    for (const key of ['/news/a', '/news/b', '/about']) cache.write(key, store(200, key));
    cache.purge((key) => key.startsWith('/news'));
    assert.deepEqual(
      ['/news/a', '/news/b', '/about'].map((key) => cache.read(key) !== undefined),
      [false, false, true],
    );
  });

  it('stores a page in one compressed form, and makes every other from that', () => {
    const cache = createPageCache(1_000_000);
    const page = store();
    cache.write('a', page);
    assert.deepEqual(Object.keys(page.bodies), ['zstd']);
    assert.equal(bodyOf(page, 'identity').toString(), html);
    assert.deepEqual(Object.keys(page.bodies), ['zstd'], 'the whole HTML is not kept');
    assert.equal(brotliDecompressSync(bodyOf(page, 'br')).toString(), html);
    assert.equal(gunzipSync(bodyOf(page, 'gzip')).toString(), html);
  });

  it('counts the maximum size of the compressed bodies of a page and of its header lines', () => {
    const cache = createPageCache(1_000_000);
    const page = store();
    assert.equal(cache.bytes, 0);
    cache.write('a', page);
    assert.equal(cache.bytes, 3 * bodyOf(page, 'zstd').length + 24_000);
  });

  it('removes the least recently used pages when it is full', async () => {
    const room = 2 * (3 * bodyOf(store(), 'zstd').length + 24_000) + 200;
    const cache = createPageCache(room);
    cache.write('a', store(200, `${html}a`));
    cache.write('b', store(200, `${html}b`));
    cache.read('a');
    cache.write('c', store(200, `${html}c`));
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.read(key) !== undefined),
      [true, false, true],
    );
    assert.ok(cache.bytes <= room);
  });

  it('with a limit of 0 stores nothing', async () => {
    const cache = createPageCache(0);
    cache.write('a', store());
    cache.purge(() => true);
    assert.equal(cache.read('a'), undefined);
    assert.equal(cache.bytes, 0);
  });
});
