import { createClient } from '@redis/client';
import { MemoryStore, type Options, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import type { Log } from '#server/operations/log.ts';

/** Makes the store of one kind of limit. */
export type OpenStore = (prefix: string) => Store;

export interface SharedLimits {
  open: OpenStore;
  close(): void;
}

/** A visitor's post does not wait longer for the counting of it. */
const answerMs = 500;

async function within<T>(task: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is slow')), answerMs);
  });
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}

/** Counts in Redis, for all copies together; while Redis is away every copy counts for itself. */
function createStore(
  send: (command: string[]) => Promise<unknown>,
  prefix: string,
  { onAway, onBack }: { onAway: (error: unknown) => void; onBack: () => void },
): Store {
  const own = new MemoryStore();
  const fresh = () =>
    new RedisStore({ prefix: `obrii:limit:${prefix}:`, sendCommand: (...command) => send(command) as Promise<string> });
  let shared = fresh();
  let options: Options | undefined;
  let loaded: Promise<void> | undefined;

  /** Its scripts are loaded with the first use: Redis may come later than this process. */
  function load(): Promise<void> {
    if (loaded) return loaded;
    const store = fresh();
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

  async function either<T>(inRedis: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    try {
      const answer = await within(load().then(inRedis));
      onBack();
      return answer;
    } catch (error) {
      onAway(error);
      return here();
    }
  }

  return {
    localKeys: false,
    init(given) {
      options = given;
      own.init(given);
    },
    get: (key) =>
      either(
        () => shared.get(key),
        () => own.get(key),
      ),
    increment: (key) =>
      either(
        () => shared.increment(key),
        () => own.increment(key),
      ),
    decrement: (key) =>
      either(
        () => shared.decrement(key),
        () => own.decrement(key),
      ),
    resetKey: (key) =>
      either(
        () => shared.resetKey(key),
        () => own.resetKey(key),
      ),
    shutdown: () => own.shutdown(),
  };
}

/** Connects to Redis and stays at it: a Redis that is away stops neither the start nor a post. */
export function openSharedLimits(url: string, log: Log): SharedLimits {
  let away = false;
  const client = createClient({
    url,
    // Without it, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });
  const onAway = (error: unknown) => {
    if (!away) log.warn({ reason: String(error) }, 'Redis does not answer: this copy counts posts for itself');
    away = true;
  };
  const onBack = () => {
    if (away) log.info('posts are counted in Redis again');
    away = false;
  };
  client.on('error', onAway);
  client.on('ready', () => {
    log.info('posts are counted in Redis');
    away = false;
  });
  client.connect().catch(onAway);
  return {
    open: (prefix) => createStore((command) => client.sendCommand(command), prefix, { onAway, onBack }),
    close: () => client.destroy(),
  };
}
