import { LRUCache } from 'lru-cache';
import type { ReadOptions } from '#server/backend/reads.ts';
import type { Log } from '#server/operations/log.ts';
import type { Read } from './news-reads.ts';

/** One answer of the backend, checked and cleaned. */
interface Entry {
  value: unknown;
  /** `Date.now()` when it came. */
  fetchedAt: number;
}

/** In milliseconds. */
export interface AnswerAges {
  /** An answer this old is fetched anew. */
  freshMs?: number;
  /** An older answer is shown instead for so long while the backend fails. */
  maxAgeMs?: number;
  /** With an older answer at hand a visitor waits no longer than this for a new one. */
  timeoutWithOlderMs?: number;
  now?: () => number;
}

interface Options extends AnswerAges {
  log: Log;
  maxBytes?: number;
  /** For answers to paths that a visitor may have made up: they cannot push out the others. */
  maxUntrustedBytes?: number;
}

interface CachedAnswer<T> {
  value: T;
  /** The backend did not give a new answer in time. */
  outdated: boolean;
}

export interface AnswerCache {
  /** The answer to a read within `timeoutMs`, or the last good one; null where there is neither. */
  read<T>(read: Read<T>, timeoutMs: number): Promise<CachedAnswer<T> | null>;
  /** The last answer, however old, trusted or not; null where there is none. */
  peek<T>(read: Read<T>): T | null;
  /** The next reads whose key matches ask the backend; until it answers, the old answer remains for the case that it fails. */
  expire(matches: (key: string) => boolean): void;
}

type Store = LRUCache<string, Entry, Read<unknown>>;

/** In the log a query may be what a visitor typed. */
export const withoutQuery = (key: string) => key.split(/[?#]/, 1)[0];

/** About the memory that an answer takes with its key, in bytes: a character of a text is two. */
const sizeOf = ({ value }: Entry, key: string) => 200 + 2 * (key.length + JSON.stringify(value).length);

/** lru-cache reads the clock at most once in a turn of the event loop: in a long turn its time is too early. */
const clockToleranceMs = 60_000;

/** Reads with the same key have values of the same type, which the cache cannot express. */
const valueOf = <T>(_read: Read<T>, entry: Entry) => entry.value as T;

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

function openStore(maxSize: number, ttl: number, fetchMethod: Store['fetchMethod']): Store {
  return new LRUCache({
    maxSize,
    sizeCalculation: sizeOf,
    ttl,
    fetchMethod,
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    // Visitors who wait for an answer that is expired meanwhile get it all the same; it is not stored.
    ignoreFetchAbort: true,
  });
}

/** Answers of the backend by key: fresh for a moment, shown longer while the backend fails, one request for parallel reads. */
export function createAnswerCache(options: Options): AnswerCache {
  const { log, freshMs = 5000, maxAgeMs = 24 * 60 * 60_000, timeoutWithOlderMs = 1000 } = options;
  const { maxBytes = 16 * 1024 * 1024, maxUntrustedBytes = 4 * 1024 * 1024, now = Date.now } = options;

  /** The keys of what is being fetched: a store does not list what it has never had. */
  const running = new Set<string>();

  async function fetchEntry(read: Read<unknown>, asked: ReadOptions): Promise<Entry> {
    running.add(read.key);
    try {
      return { value: await read.fetch(asked), fetchedAt: now() };
    } catch (error) {
      // The store swallows the error where it has an older answer.
      log.warn({ path: withoutQuery(read.key), reason: String(error) }, 'the backend does not answer');
      throw error;
    } finally {
      running.delete(read.key);
    }
  }

  const trusted = openStore(maxBytes, freshMs, (_key, _older, { context }) => fetchEntry(context, {}));
  const untrusted = openStore(maxUntrustedBytes, freshMs, async (key, _older, { context: read, signal }) => {
    const entry = await fetchEntry(read, read.isKnown?.() === false ? { lane: 'guess' } : {});
    const real = !isNothing(entry.value) && read.isAnswer?.(entry.value) !== false;
    // Aborted: it was expired while it came, so it may hold what was there before.
    if (real && !signal.aborted) trusted.set(key, entry, { ttl: read.freshMs ?? freshMs });
    return entry;
  });
  const storeOf = (key: string) => (trusted.peek(key, { allowStale: true }) ? trusted : untrusted);

  return {
    async read<T>(read: Read<T>, timeoutMs: number) {
      const { key } = read;
      const store = storeOf(key);
      const older = store.peek(key, { allowStale: true });
      const isFresh = store.getRemainingTTL(key) > 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<undefined>((resolve) => {
        const end = () => {
          log.warn({ path: withoutQuery(key) }, 'the backend is slow');
          resolve(undefined);
        };
        timer = setTimeout(end, older ? Math.min(timeoutMs, timeoutWithOlderMs) : timeoutMs);
      });
      // A fetch that takes longer goes on, and serves the next visitor.
      const fetching = store.fetch(key, { context: read, ttl: read.freshMs ?? freshMs }).catch(() => undefined);
      const entry = (await Promise.race([fetching, timeout]).finally(() => clearTimeout(timer))) ?? older;
      if (!entry || now() - entry.fetchedAt > maxAgeMs) return null;
      return { value: valueOf(read, entry), outdated: entry === older && !isFresh };
    },
    peek(read) {
      const entry = storeOf(read.key).peek(read.key, { allowStale: true });
      return entry ? valueOf(read, entry) : null;
    },
    expire(matches) {
      for (const store of [trusted, untrusted]) {
        for (const key of [...new Set([...store.keys(), ...running])].filter(matches)) {
          const older = store.peek(key, { allowStale: true });
          if (older) store.set(key, older, { ttl: freshMs, start: performance.now() - freshMs - clockToleranceMs });
          else store.delete(key);
        }
      }
    },
  };
}
