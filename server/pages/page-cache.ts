import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '#server/http/body/semaphore.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A complete page as bytes, compressed once. */
export interface StoredPage {
  status: number;
  /** The few who know no brotli have theirs made when the first of them comes. */
  bodies: { br: Buffer; identity: Buffer; gzip?: Buffer };
  etag: string;
  /** When it was rendered, and for how long it counts as fresh. */
  storedAt: number;
  freshMs: number;
  /** Shows fallback content: nobody else is to keep it. */
  degraded: boolean;
  /** What its render cost, for Server-Timing. */
  timing: string;
  /** Whether it is compressed as well as it can be. */
  best?: boolean;
  /** How often it was asked for at its present level. */
  hits: number;
  /** Header lines by kind of request and encoding, made when they are first needed: see pages.ts. */
  headers: Map<string, Partial<Record<Encoding | 'none', StoredLines>>>;
}

/** Names and values in turn; two values are each request's own and are written where they stand. */
export interface StoredLines {
  lines: string[];
  requestIdAt: number;
  timingAt: number;
}

// One pass of quality 5 costs 0.4 ms for 37 kB and is 7 percent larger than quality 11, which costs a hundred times that.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** A page that is asked for so often is worth the best level, once, while nobody waits for it. */
const hotHits = 3;

export async function storePage(
  status: number,
  html: string,
  { freshMs, degraded = false, timing = '' }: { freshMs: number; degraded?: boolean; timing?: string },
): Promise<StoredPage> {
  const identity = Buffer.from(html);
  return {
    status,
    bodies: { br: await brotli(identity, quick), identity },
    etag: `W/"${createHash('sha1').update(identity).digest('base64url')}"`,
    storedAt: Date.now(),
    freshMs,
    degraded,
    timing,
    hits: 0,
    headers: new Map(),
  };
}

export function bodyOf({ bodies }: StoredPage, encoding: Encoding): Buffer {
  if (encoding === 'gzip') bodies.gzip ??= gzipSync(bodies.identity);
  return bodies[encoding] ?? bodies.identity;
}

async function recompress(page: StoredPage): Promise<StoredPage> {
  const { identity } = page.bodies;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([brotli(identity, { params }), zip(identity, { level: 9 })]);
  return { ...page, bodies: { br, gzip: gz, identity }, best: true, headers: new Map() };
}

function sizeOf({ bodies }: StoredPage): number {
  // What gzip will make of it is about as much as brotli.
  return 2 * bodies.br.length + bodies.identity.length + 3000;
}

export interface PageCache {
  /** Fresh, stale (to be served while one render renews it), or nothing. */
  read(key: string): { page: StoredPage; fresh: boolean } | undefined;
  write(key: string, page: StoredPage): void;
  /** Forgets every page whose key begins so. */
  forget(prefix: string): void;
  readonly bytes: number;
}

/** Bounded by bytes; stale pages stay until they are replaced or pushed out, so they outlive a backend that is down. */
export function createPageCache(mostBytes: number): PageCache {
  if (mostBytes === 0) return { read: () => undefined, write: () => undefined, forget: () => undefined, bytes: 0 };
  const pages = new LRUCache<string, StoredPage>({ maxSize: mostBytes, sizeCalculation: sizeOf });
  // One at a time: the other threads stay free for renders that somebody waits for.
  const oneAtATime = createSemaphore(1);

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
      // A page that could not be compressed better is served as it is.
      if (page.hits === hotHits && !page.best) improve(key, page).catch(() => undefined);
      return { page, fresh: Date.now() - page.storedAt < page.freshMs };
    },
    write(key, page) {
      const old = pages.peek(key);
      // Rendered anew and the same: what is stored is already compressed better.
      if (old?.etag === page.etag && old.status === page.status) {
        const { storedAt, freshMs, degraded } = page;
        if (old.degraded !== degraded) old.headers.clear();
        Object.assign(old, { storedAt, freshMs, degraded });
        return;
      }
      pages.set(key, page);
    },
    forget(prefix) {
      for (const key of [...pages.keys()]) if (key.startsWith(prefix)) pages.delete(key);
    },
    get bytes() {
      return pages.calculatedSize;
    },
  };
}
