import type { CreateStore } from '#server/http/rate-limits.ts';
import type { Log } from '#server/lib/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { ChangeChannel } from '#server/news/changes.ts';
import { createChangeChannel } from './change-channel.ts';
import { createRedisClient } from './redis-client.ts';
import { createRedisReport } from './redis-report.ts';
import { createRedisStore, SlowRedisError } from './redis-store.ts';

/**
 * The connections through Redis that copies of the site share: the counts of posts, and the changes that they publish.
 */
export interface RedisServices {
  createStore: CreateStore;
  changes: ChangeChannel;
  close(): void;
}

interface Options {
  url: string;
  log: Log;
  metrics: Pick<Metrics, 'redis'>;
  /** The time between two pings, in milliseconds; an answer must come within one and a half of it. */
  pingMs?: number;
}

/** Connects to Redis and reconnects after failures. Neither the start nor a post fails when Redis does not answer. */
export function connectRedis({ url, log, metrics, pingMs = 10_000 }: Options): RedisServices {
  const client = createRedisClient(url, pingMs);
  const report = createRedisReport({ log, metrics });
  let isSlow = false;
  const onAway = (error: unknown) => {
    isSlow = error instanceof SlowRedisError;
    report.fails('counts', error);
  };
  const onBack = () => report.works('counts');
  client.on('error', onAway);
  client.on('ready', onBack);
  // The connection stays open while Redis is slow, so otherwise only the next post would show that it answers again.
  client.on('ping-interval', () => {
    if (isSlow) onBack();
  });
  client.connect().catch(onAway);
  const changes = createChangeChannel({ client, log, report });
  return {
    createStore: (prefix) =>
      createRedisStore({ prefix, send: (command) => client.sendCommand(command), onAway, onBack }),
    changes,
    close() {
      client.destroy();
      changes.close();
    },
  };
}
