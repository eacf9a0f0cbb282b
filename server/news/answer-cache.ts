import { LRUCache } from 'lru-cache';
import type { ReadOptions } from '#server/backend/reads.ts';
import type { Log } from '#server/lib/log.ts';
import { within } from '#server/lib/within.ts';
import type { Read } from './news-reads.ts';

/** One answer of the backend, checked and sanitised. */
interface Entry {
  value: unknown;
  /** `performance.now()` when the answer came. */
  fetchedAt: number;
  /** The length of the value as JSON. It is computed only once, because the JSON may have megabytes. */
  length: number;
  /** Whether the backend has a newer answer: this one is shown only while the backend fails. */
  hasChanged?: true;
}

/** Times in milliseconds. */
export interface AnswerAges {
  /** An answer older than this is fetched again. */
  freshMs?: number;
  /** If there is an older answer that may be shown, a visitor waits at most this long for a new one. */
  timeoutWithOlderMs?: number | undefined;
  now?: () => number;
}

interface Options extends AnswerAges {
  log: Log;
  /** The limit for answers to paths that a visitor may have made up, so that they cannot displace the others. */
  maxUnconfirmedBytes?: number;
}

const maxBytes = 16 * 1024 * 1024;
/** While the backend fails, older answers are used up to this age, in milliseconds. */
const maxAgeMs = 24 * 60 * 60_000;

interface CachedAnswer<T> {
  value: T;
  /** Whether the backend did not give a new answer in time. */
  outdated: boolean;
}

export interface AnswerCache {
  /** Reads an answer within `timeoutMs`, else returns the last good one; null when there is neither. */
  read<T>(wanted: Read<T>, timeoutMs: number): Promise<CachedAnswer<T> | null>;
  /** Returns the last answer of any age, confirmed or not; null when there is none. */
  peek<T>(wanted: Read<T>): T | null;
  /** Returns the last answer while it is fresh, else null. */
  peekFresh<T>(wanted: Read<T>): T | null;
  /** Whether a fresh answer is null: the backend has nothing at this path. */
  isMissing(wanted: Read<unknown>): boolean;
  /**
   * Makes the next reads with a matching key call the backend and wait for its answer, so that a visitor sees a comment
   * that was just posted. The old answer is still used while the backend fails.
   */
  expire(matches: (key: string) => boolean): void;
}

type Store = LRUCache<string, Entry, Read<unknown>>;

/** The query is removed for the log, because it may contain a visitor's input. */
export const withoutQuery = (key: string) => key.replace(/[?#].*/s, '');

/** The approximate memory of an answer with its key, in bytes: a character takes two bytes. */
const sizeOf = ({ length }: Entry, key: string) => 200 + 2 * (key.length + length);

/**
 * The size in the store of `maxBytes`. The index of many articles may be larger than the store; it would not be stored,
 * and each read would fetch all of it again. It counts as half of the store, so that other answers keep their place.
 */
const cappedSizeOf = (entry: Entry, key: string) => Math.min(sizeOf(entry, key), maxBytes / 2);

/** lru-cache reads the clock at most once in a turn of the event loop: in a long turn its time is too early. */
const clockToleranceMs = 60_000;

/** Reads with the same key have values of the same type, which the cache cannot express. */
const valueOf = <T>(_read: Read<T>, entry: Entry) => entry.value as T;

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** The options of both stores: an old answer stays in the store until a new answer arrives. */
const storeOptions = {
  noDeleteOnFetchRejection: true,
  allowStaleOnFetchRejection: true,
  noDeleteOnStaleGet: true,
  // Visitors who wait for an answer that expires meanwhile still get it; it is not stored.
  ignoreFetchAbort: true,
};

/** Creates the function that calls the backend, and a list of its running fetches. */
function createFetches({ log, now }: Required<Pick<Options, 'log' | 'now'>>) {
  /** A key that has expired may be fetched again before its first fetch has ended. */
  const running = new Map<string, number>();
  function countRunning(key: string, change: 1 | -1): void {
    const count = (running.get(key) ?? 0) + change;
    if (count > 0) running.set(key, count);
    else running.delete(key);
  }

  async function fetchEntry(read: Read<unknown>, readOptions: ReadOptions): Promise<Entry> {
    countRunning(read.key, 1);
    try {
      const value = await read.fetch(readOptions);
      return { value, fetchedAt: now(), length: JSON.stringify(value).length };
    } catch (error) {
      // The store hides the error when it has an older answer.
      log.warn({ path: withoutQuery(read.key), reason: String(error) }, 'the backend gave no usable answer');
      throw error;
    } finally {
      countRunning(read.key, -1);
    }
  }

  return { fetchEntry, runningKeys: () => running.keys() };
}

type FetchEntry = ReturnType<typeof createFetches>['fetchEntry'];

/**
 * Creates two stores, so that made-up paths cannot push out what visitors need. Every path begins in `unconfirmed`; its
 * first answer that has content moves it to `confirmed`.
 */
function createStores(fetchEntry: FetchEntry, freshMs: number, maxUnconfirmedBytes: number) {
  const confirmed: Store = new LRUCache({
    ...storeOptions,
    maxSize: maxBytes,
    sizeCalculation: cappedSizeOf,
    ttl: freshMs,
    fetchMethod: (_key, _older, { context }) => fetchEntry(context, {}),
  });
  const unconfirmed: Store = new LRUCache({
    ...storeOptions,
    maxSize: maxUnconfirmedBytes,
    sizeCalculation: sizeOf,
    ttl: freshMs,
    async fetchMethod(key, _older, { context: read, signal }) {
      const entry = await fetchEntry(read, read.isKnown?.() === false ? { pool: 'guess' } : {});
      const isConfirmed = !isNothing(entry.value) && read.isAboutName?.(entry.value) !== false;
      // An aborted answer has expired while it was fetched, so it may contain outdated data.
      if (isConfirmed && !signal.aborted) confirmed.set(key, entry, { ttl: read.freshMs ?? freshMs });
      return entry;
    },
  });
  return { confirmed, unconfirmed };
}

/**
 * Creates the cache of the backend's answers: an answer is fresh for a moment and is used longer while the backend
 * fails; parallel reads share one call.
 */
export function createAnswerCache(options: Options): AnswerCache {
  const { log, freshMs = 5000, timeoutWithOlderMs = 1000, maxUnconfirmedBytes = 4 * 1024 * 1024 } = options;
  const { now = () => performance.now() } = options;
  const { fetchEntry, runningKeys } = createFetches({ log, now });
  const { confirmed, unconfirmed } = createStores(fetchEntry, freshMs, maxUnconfirmedBytes);
  const isUsable = ({ fetchedAt }: Entry) => now() - fetchedAt <= maxAgeMs;
  const storeOf = (key: string) => (confirmed.peek(key, { allowStale: true }) ? confirmed : unconfirmed);
  const isFresh = (key: string) => storeOf(key).getRemainingTTL(key) > 0;
  function peek<T>(wanted: Read<T>): T | null {
    const entry = storeOf(wanted.key).peek(wanted.key, { allowStale: true });
    return entry ? valueOf(wanted, entry) : null;
  }

  return {
    async read<T>(wanted: Read<T>, timeoutMs: number) {
      const { key } = wanted;
      const store = storeOf(key);
      const older = store.peek(key, { allowStale: true });
      const wasFresh = isFresh(key);
      const fetching = store.fetch(key, { context: wanted, ttl: wanted.freshMs ?? freshMs }).catch(() => undefined);
      // A fetch that takes longer continues, and its answer is used for the next visitor.
      const maySuffice = older !== undefined && isUsable(older) && !older.hasChanged;
      const fetched = await within(fetching, maySuffice ? Math.min(timeoutMs, timeoutWithOlderMs) : timeoutMs, () => {
        log.warn({ path: withoutQuery(key) }, 'the backend is slow');
      });
      const entry = fetched ?? older;
      if (!entry || !isUsable(entry)) return null;
      return { value: valueOf(wanted, entry), outdated: entry === older && !wasFresh };
    },
    peek,
    peekFresh: (wanted) => (isFresh(wanted.key) ? peek(wanted) : null),
    isMissing: ({ key }) => isFresh(key) && storeOf(key).peek(key)?.value === null,
    expire(matches) {
      for (const store of [confirmed, unconfirmed]) {
        // `keys()` of a store does not contain keys whose first fetch is still running.
        for (const key of [...new Set([...store.keys(), ...runningKeys()])].filter(matches)) {
          const older = store.peek(key, { allowStale: true });
          if (!older) {
            store.delete(key);
            continue;
          }
          const start = performance.now() - freshMs - clockToleranceMs;
          store.set(key, { ...older, hasChanged: true }, { ttl: freshMs, start });
        }
      }
    },
  };
}
