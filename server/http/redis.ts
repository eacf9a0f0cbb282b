import { createClient } from '@redis/client';
import type { Store } from 'express-rate-limit';
import { propertyOf } from '#shared/property-of.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { readChange, type Change, type ChangeChannel } from '#server/operations/purge.ts';
import { parseJson } from '#server/parse-json.ts';
import { createRedisStore } from './redis-store.ts';

/** Opens the store for one kind of limit. */
export type OpenStore = (prefix: string) => Store;

/**
 * The connections through Redis that copies of the site share: the counts of posts, and the announcements of changes.
 */
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
  const parsed = parseJson(message);
  return propertyOf(parsed, 'from') === copyId ? null : readChange(propertyOf(parsed, 'change'));
}

const writeMessage = (change: Change) =>
  JSON.stringify({ from: copyId, change: change === 'all' ? { all: true } : change });

const openClient = (url: string) =>
  createClient({
    url,
    // Without this, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });

interface ChannelOptions {
  client: ReturnType<typeof openClient>;
  log: Log;
  onAway(error: unknown): void;
}

/**
 * Announcements of changes. Redis does not store them: a copy that could not send one sends `all` when it is connected
 * again, and a copy that could not receive any applies `all`.
 */
function createChannel({ client, log, onAway }: ChannelOptions): ChangeChannel & { close(): void } {
  let hasUnsent = false;
  const publish = (change: Change): void => {
    client.publish(channelName, writeMessage(change)).catch((error: unknown) => {
      hasUnsent = true;
      onAway(error);
    });
  };
  client.on('ready', () => {
    if (!hasUnsent) return;
    hasUnsent = false;
    publish('all');
  });
  // A connection with subscriptions accepts no other commands.
  const subscriber = client.duplicate();
  let hasMissed = false;
  subscriber.on('error', (error) => {
    hasMissed = true;
    onAway(error);
  });
  return {
    publish,
    subscribe(listener) {
      const receive = (message: string) => {
        const change = readMessage(message);
        if (!change) return;
        log.info({ change }, 'another copy has announced a change');
        listener(change);
      };
      async function start(): Promise<void> {
        await subscriber.subscribe(channelName, receive);
        if (!hasMissed) return;
        hasMissed = false;
        log.info('changes may have been announced while Redis was away: all caches are renewed');
        listener('all');
      }
      subscriber.on('ready', () => void start().catch(onAway));
      subscriber.connect().catch(onAway);
    },
    close: () => subscriber.destroy(),
  };
}

/** Connects to Redis and reconnects after failures. Neither the start nor a post fails when Redis does not answer. */
export function openRedis({ url, log, metrics }: Options): Shared {
  let away = false;
  const client = openClient(url);
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
  const changes = createChannel({ client, log, onAway });
  return {
    openStore: (prefix) => createRedisStore({ prefix, send: (command) => client.sendCommand(command), onAway, onBack }),
    changes,
    close() {
      client.destroy();
      changes.close();
    },
  };
}
