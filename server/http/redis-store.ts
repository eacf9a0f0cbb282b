import { MemoryStore, type Options, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';

/** A visitor's post waits no longer than this for its count. */
const defaultTimeoutMs = 500;

interface StoreOptions {
  prefix: string;
  send: (command: string[]) => Promise<unknown>;
  onAway(error: unknown): void;
  onBack(): void;
  timeoutMs?: number;
}

async function within<T>(task: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is slow')), timeoutMs);
  });
  return Promise.race([task, timeout]).finally(() => clearTimeout(timer));
}

/** Counts in Redis, for all copies together; while Redis is away every copy counts for itself. */
export function createRedisStore({ prefix, send, onAway, onBack, timeoutMs = defaultTimeoutMs }: StoreOptions): Store {
  const own = new MemoryStore();
  const create = () =>
    new RedisStore({ prefix: `obrii:limit:${prefix}:`, sendCommand: (...command) => send(command) as Promise<string> });
  let shared = create();
  let options: Options | undefined;
  let loaded: Promise<void> | undefined;

  /** The scripts are loaded at the first use: Redis may start later than this process. */
  function load(): Promise<void> {
    if (loaded) return loaded;
    const store = create();
    loaded = store.init(options as Options).then(
      () => {
        shared = store;
      },
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  }

  async function either<T>(
    inRedis: (store: Store) => T | Promise<T>,
    here: (store: Store) => T | Promise<T>,
  ): Promise<T> {
    try {
      const answer = await within(
        load().then(() => inRedis(shared as Store)),
        timeoutMs,
      );
      onBack();
      return answer;
    } catch (error) {
      onAway(error);
      return here(own);
    }
  }

  return {
    localKeys: false,
    init(given) {
      options = given;
      own.init(given);
    },
    get: (key) => {
      const read = (store: Store) => store.get?.(key);
      return either(read, read);
    },
    increment: (key) => {
      const count = (store: Store) => store.increment(key);
      return either(count, count);
    },
    decrement: (key) => {
      const count = (store: Store) => store.decrement(key);
      return either(count, count);
    },
    resetKey: (key) => {
      const reset = (store: Store) => store.resetKey(key);
      return either(reset, reset);
    },
    shutdown: () => own.shutdown(),
  };
}
