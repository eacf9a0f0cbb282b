import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { weakEtag } from '#server/http/etag.ts';
import type { Encoding } from '#server/http/request-context.ts';

const brotli = promisify(brotliCompress);

/** Copies compressed bytes: Node returns them as a part of a buffer of 64 kB, which would stay in memory as a whole. */
const ownBytes = (compressed: Uint8Array): Buffer => Buffer.from(new Uint8Array(compressed).buffer);

/** At least one of them is set. */
type Bodies = Partial<Record<Encoding, Buffer>>;

/** A complete page as bytes, compressed once for each encoding. */
export interface CompletePage {
  status: number;
  /** `identity` is set until the page is stored; the cache has only compressed forms, each a quarter of its size. */
  bodies: Bodies;
  etag: string;
  /** `performance.now()` when the page was rendered: if the system's clock is set back, the page still ages. */
  storedAt: number;
  /** Whether it contains fallback content, which shared caches must not store. */
  degraded: boolean;
  /** When the last attempt to renew this page failed because of the backend. */
  failedAt?: number;
  /** The source in the Content-Security-Policy that allows the document's styles. */
  styleSource?: string;
  /** The times of the render, for Server-Timing. */
  timing: string;
  /** Whether it is compressed at the best level. */
  best?: boolean;
  /** Requests since the page was stored. */
  hits: number;
  /** Header names and values in turn, by variant and encoding, made at their first use (page-headers.ts). */
  headers: Map<string, Partial<Record<Encoding | 'none', string[]>>>;
}

/**
 * The compression for the first visitors of a page. For a page of 60 kB, zstd 3 takes a sixth of the time of brotli 5
 * and is 13 percent larger; brotli 11 is 10 percent smaller than brotli 5 and takes a hundred times as long.
 */
const fastCompression = {
  zstd: (body: Buffer) =>
    zstdCompressSync(body, { pledgedSrcSize: body.length, params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzipSync(body),
};
/** After this many requests a page is compressed by brotli 11, once, in another thread. */
const hotHits = 2;

interface Rendered {
  status: number;
  /** The document in UTF-8. */
  html: Buffer;
  styleSource?: string;
  degraded?: boolean;
  timing?: string;
}

/** Makes a rendered page an entry of the page cache. `now` is a time of `performance.now()`. */
export function toCompletePage(
  { status, html, styleSource, degraded = false, timing = '' }: Rendered,
  now = performance.now(),
): CompletePage {
  return {
    status,
    bodies: { identity: html },
    etag: weakEtag(html),
    storedAt: now,
    degraded,
    styleSource,
    timing,
    hits: 0,
    headers: new Map(),
  };
}

/**
 * The encoding in which a page is sent: every client that accepts zstd also accepts brotli, which is smaller when it
 * has the best level.
 */
export const encodingOf = ({ best }: Pick<CompletePage, 'best'>, accepted: Encoding): Encoding =>
  accepted === 'zstd' && best ? 'br' : accepted;

function htmlOf({ identity, zstd, br }: Bodies): Buffer {
  if (identity) return identity;
  if (zstd) return zstdDecompressSync(zstd);
  if (br) return brotliDecompressSync(br);
  throw new Error('a page without a body');
}

/**
 * The body in an encoding, made and stored at its first use. It is not stored without compression, because few clients
 * need that and decompressing takes a tenth of a millisecond.
 */
export function bodyOf({ bodies }: Pick<CompletePage, 'bodies'>, encoding: Encoding): Buffer {
  if (encoding === 'identity') return htmlOf(bodies);
  bodies[encoding] ??= ownBytes(fastCompression[encoding](htmlOf(bodies)));
  return bodies[encoding];
}

/** Reduces a page to one compressed form, from which the others are made when they are needed. */
function compact(page: CompletePage): void {
  page.bodies = { zstd: bodyOf(page, 'zstd') };
}

async function recompress(page: CompletePage): Promise<CompletePage> {
  const html = htmlOf(page.bodies);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const br = ownBytes(await brotli(html, { params }));
  // Copied after the compression, because the page may have changed meanwhile.
  return { ...page, bodies: { br }, best: true, headers: new Map() };
}

/**
 * The memory for the header lines of a page, in bytes: a page has up to three variants, and each has up to four encodings
 * and `none`. These 15 entries have 22,800 characters of one byte; pages share some of these texts.
 */
const headerBytes = 24_000;

/** The approximate size of a page in bytes: at most three compressed forms of similar size, and the header lines. */
const sizeOf = ({ bodies }: CompletePage) => 3 * (bodies.br ?? bodies.zstd ?? htmlOf(bodies)).length + headerBytes;

/** Marks a page whose renewal has failed because of the backend. Its header lines are made anew, because they change. */
export function markFailed(page: CompletePage, at: number): void {
  if (page.failedAt === undefined) page.headers.clear();
  page.failedAt = at;
}

export interface PageCache {
  /** Returns a page that is sent to a visitor, and counts the request. */
  read(key: string): CompletePage | undefined;
  /** Returns a page, and does not count that. */
  peek(key: string): CompletePage | undefined;
  write(key: string, page: CompletePage): void;
  /** Removes every page whose key matches. */
  purge(matches: (key: string) => boolean): void;
  readonly bytes: number;
}

/**
 * Creates a cache of pages with a limit in bytes; the least recently used pages are removed first. page-source.ts
 * checks the ages.
 */
export function createPageCache(maxBytes: number): PageCache {
  const none = () => undefined;
  if (maxBytes === 0) return { read: none, peek: none, write: none, purge: none, bytes: 0 };
  const pages = new LRUCache<string, CompletePage>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  // One compression at a time, so that the other threads of the pool stay free for renders that a visitor waits for.
  const oneAtATime = pLimit(1);

  async function compressBetter(key: string, page: CompletePage): Promise<void> {
    await oneAtATime(async () => {
      if (pages.peek(key) !== page) return;
      const better = await recompress(page);
      if (pages.peek(key) === page) pages.set(key, better);
    });
  }

  return {
    read(key) {
      const page = pages.get(key);
      if (!page) return undefined;
      page.hits += 1;
      // A page that cannot be compressed better is served unchanged.
      if (page.hits === hotHits && !page.best) compressBetter(key, page).catch(() => undefined);
      return page;
    },
    peek: (key) => pages.peek(key),
    write(key, page) {
      const old = pages.peek(key);
      // The new render is equal to the cached page, whose bytes are compressed better.
      if (old?.etag === page.etag && old.status === page.status) {
        if (old.degraded !== page.degraded || old.failedAt !== undefined) old.headers.clear();
        Object.assign(old, { storedAt: page.storedAt, degraded: page.degraded, failedAt: undefined });
        return;
      }
      compact(page);
      pages.set(key, page);
    },
    purge(matches) {
      for (const key of [...pages.keys()]) if (matches(key)) pages.delete(key);
    },
    get bytes() {
      return pages.calculatedSize;
    },
  };
}
