import { createClient } from '@redis/client';
import type { Store } from 'express-rate-limit';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { readChange, type Change, type ChangeChannel } from '#server/operations/purge.ts';
import { createRedisStore } from './redis-store.ts';

/** Makes the store of one kind of limit. */
export type OpenStore = (prefix: string) => Store;

/** What copies of the site share by Redis: the counts of posts, and the announcements of changes. */
export interface Shared {
  openStore: OpenStore;
  changes: ChangeChannel;
  close(): void;
}

interface Options {
  url: string;
  log: Log;
  metrics: Pick<Metrics, 'redis'>;
}

const channelName = 'obrii:changes';
const copyId = crypto.randomUUID();

function readMessage(message: string): Change | null {
  try {
    const { from, change } = JSON.parse(message) as { from?: unknown; change?: unknown };
    return from === copyId ? null : readChange(change);
  } catch {
    return null;
  }
}

const writeMessage = (change: Change) =>
  JSON.stringify({ from: copyId, change: change === 'all' ? { all: true } : change });

/** Connects to Redis and stays connected: a Redis that is away stops neither the start nor a post. */
export function openShared({ url, log, metrics }: Options): Shared {
  let away = false;
  const client = createClient({
    url,
    // Without this, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });
  const onAway = (error: unknown) => {
    if (!away) log.warn({ reason: String(error) }, 'Redis does not answer: this copy counts posts for itself');
    away = true;
    metrics.redis('failing');
  };
  const onBack = () => {
    if (away) log.info('posts are counted in Redis again');
    away = false;
    metrics.redis('ok');
  };
  client.on('error', onAway);
  client.on('ready', () => {
    log.info('posts are counted in Redis');
    away = false;
    metrics.redis('ok');
  });
  client.connect().catch(onAway);
  // A connection that is subscribed takes no other commands.
  const subscriber = client.duplicate();
  subscriber.on('error', onAway);
  return {
    openStore: (prefix) => createRedisStore({ prefix, send: (command) => client.sendCommand(command), onAway, onBack }),
    changes: {
      publish(change) {
        client.publish(channelName, writeMessage(change)).catch(onAway);
      },
      subscribe(listener) {
        const receive = (message: string) => {
          const change = readMessage(message);
          if (change) listener(change);
        };
        subscriber
          .connect()
          .then(() => subscriber.subscribe(channelName, receive))
          .catch(onAway);
      },
    },
    close() {
      client.destroy();
      subscriber.destroy();
    },
  };
}
