import { hash } from 'node:crypto';
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
import type { Encoding } from './site-request.ts';

const brotli = promisify(brotliCompress);

/** At least one of them is there. */
type Bodies = Partial<Record<Encoding, Buffer>>;

/** A complete page as bytes, compressed once for each encoding. */
export interface StoredPage {
  status: number;
  /** `identity` until the page is stored; in the cache compressed forms alone, a quarter of its size each. */
  bodies: Bodies;
  etag: string;
  /** `Date.now()` of the render. */
  storedAt: number;
  /** Shows fallback content: no shared cache may keep it. */
  degraded: boolean;
  /** The backend failed when this page was to be renewed, last at this time. */
  failedAt?: number;
  /** Allows the document's own styles in the Content-Security-Policy. */
  styleSource?: string;
  /** What the render cost, for Server-Timing. */
  timing: string;
  /** Compressed at the best level. */
  best?: boolean;
  /** Requests since the page was stored. */
  hits: number;
  /** Header lines by variant and encoding, made when they are first needed (page-headers.ts). */
  headers: Map<string, Partial<Record<Encoding | 'none', StoredLines>>>;
}

/** Names and values by turns; the values at these places are written anew for each request. */
export interface StoredLines {
  lines: string[];
  requestIdAt: number;
  timingAt: number;
  ageAt: number;
}

/**
 * What the first visitors of a page get. For a page of 60 kB zstd 3 takes a sixth of the time of brotli 5 and is 13
 * percent larger; brotli 11 is 10 percent smaller than brotli 5 and takes a hundred times as long.
 */
const quick = {
  zstd: (body: Buffer) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzipSync(body),
};
/** A page that was asked for so often is compressed by brotli 11, once, in another thread. */
const hotHits = 2;

interface Rendered {
  status: number;
  /** In UTF-8. */
  html: Buffer;
  styleSource?: string;
  degraded?: boolean;
  timing?: string;
}

export function storePage(
  { status, html, styleSource, degraded = false, timing = '' }: Rendered,
  now = Date.now(),
): StoredPage {
  return {
    status,
    bodies: { identity: html },
    etag: `W/"${hash('sha1', html, 'base64url')}"`,
    storedAt: now,
    degraded,
    styleSource,
    timing,
    hits: 0,
    headers: new Map(),
  };
}

/** The encoding that a page is sent in: whoever takes zstd takes brotli too, which is smaller once the page is hot. */
export const encodingOf = ({ best }: Pick<StoredPage, 'best'>, accepted: Encoding): Encoding =>
  accepted === 'zstd' && best ? 'br' : accepted;

function htmlOf({ identity, zstd, br }: Bodies): Buffer {
  if (identity) return identity;
  if (zstd) return zstdDecompressSync(zstd);
  if (br) return brotliDecompressSync(br);
  throw new Error('a page without a body');
}

/**
 * The body in an encoding. It is made where nobody has asked for it before, and kept, except for the few clients that
 * take no compression: to decompress a page costs a tenth of a millisecond.
 */
export function bodyOf({ bodies }: Pick<StoredPage, 'bodies'>, encoding: Encoding): Buffer {
  if (encoding === 'identity') return htmlOf(bodies);
  bodies[encoding] ??= quick[encoding](htmlOf(bodies));
  return bodies[encoding];
}

/** Keeps a page in one compressed form, from which the others are made when somebody asks for them. */
function compact(page: StoredPage): void {
  const { zstd } = quick;
  page.bodies = { zstd: page.bodies.zstd ?? zstd(htmlOf(page.bodies)) };
}

async function recompress(page: StoredPage): Promise<StoredPage> {
  const html = htmlOf(page.bodies);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const br = await brotli(html, { params });
  // Copied only now: the page may have changed while it was compressed.
  return { ...page, bodies: { br }, best: true, headers: new Map() };
}

/** About what a page takes in bytes: it is compressed in at most three ways of much the same size, with 3 kB of header lines. */
const sizeOf = ({ bodies }: StoredPage) => 3 * (bodies.br ?? bodies.zstd ?? htmlOf(bodies)).length + 3000;

export interface PageCache {
  read(key: string): StoredPage | undefined;
  write(key: string, page: StoredPage): void;
  /** Removes every page whose key matches. */
  purge(matches: (key: string) => boolean): void;
  readonly bytes: number;
}

/** Pages by key, bounded by bytes; what was not asked for the longest goes first. Ages are the business of page-source.ts. */
export function createPageCache(maxBytes: number): PageCache {
  if (maxBytes === 0) return { read: () => undefined, write: () => undefined, purge: () => undefined, bytes: 0 };
  const pages = new LRUCache<string, StoredPage>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  // One at a time: the other threads of the pool stay free for renders that a visitor waits for.
  const oneAtATime = pLimit(1);

  async function improve(key: string, page: StoredPage): Promise<void> {
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
      // A page that cannot be compressed better is served as it is.
      if (page.hits === hotHits && !page.best) improve(key, page).catch(() => undefined);
      return page;
    },
    write(key, page) {
      const old = pages.peek(key);
      // Rendered anew and equal: the stored bytes are compressed better.
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
