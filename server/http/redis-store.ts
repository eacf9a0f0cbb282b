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

  async function inEither<T>(use: (store: Store) => T | Promise<T>): Promise<T> {
    try {
      const answer = await within(
        load().then(() => use(shared as Store)),
        timeoutMs,
      );
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
