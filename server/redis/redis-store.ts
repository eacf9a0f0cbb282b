import type { Options, Store } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { within } from '#server/lib/within.ts';
import { MemoryCounts } from '#server/http/memory-counts.ts';

/** The maximum time that a visitor's post waits for its count, in milliseconds. */
const timeoutMs = 500;

interface StoreOptions {
  prefix: string;
  send: (command: string[]) => Promise<RedisReply>;
  onAway(error: unknown): void;
  onBack(): void;
}

/** Redis did not answer in time, and the connection is open. */
export class SlowRedisError extends Error {
  override name = 'SlowRedisError';
}

const withTimeout = <T>(task: Promise<T>) =>
  within(task, timeoutMs, () => {
    throw new SlowRedisError('Redis is slow');
  });

/** Counts in Redis, for all copies together; while Redis does not answer, every copy counts for itself. */
export function createRedisStore({ prefix, send, onAway, onBack }: StoreOptions): Store {
  const own = new MemoryCounts();
  let options: Options | undefined;
  let shared: Promise<Store> | undefined;

  async function open(): Promise<Store> {
    const store = new RedisStore({
      prefix: `obrii:limit:${prefix}:`,
      sendCommand: (...command) => send(command),
    });
    // express-rate-limit calls `init` of a store before any other of its methods.
    await store.init(options as Options);
    return store;
  }

  /**
   * Loads the scripts at the first use, because Redis may start later than this process. After a failure the next use
   * tries again.
   */
  function openOnce(): Promise<Store> {
    shared ??= open().catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    return shared;
  }

  async function inEither<T>(use: (store: Store) => T | Promise<T>): Promise<T> {
    try {
      const answer = await withTimeout(openOnce().then(use));
      onBack();
      return answer;
    } catch (error) {
      onAway(error);
      return use(own);
    }
  }

  return {
    localKeys: false,
    init(given) {
      options = given;
      own.init(given);
    },
    get: (key) => inEither((store) => store.get?.(key)),
    increment: (key) => inEither((store) => store.increment(key)),
    decrement: (key) => inEither((store) => store.decrement(key)),
    resetKey: (key) => inEither((store) => store.resetKey(key)),
    shutdown: () => own.shutdown(),
  };
}
