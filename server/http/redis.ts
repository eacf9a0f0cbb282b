import { createClient } from '@redis/client';
import type { Store } from 'express-rate-limit';
import { propertyOf } from '#shared/property-of.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { parseChange, type Change, type ChangeChannel } from '#server/operations/changes.ts';
import { parseJson } from '#server/parse-json.ts';
import { createRedisStore } from './redis-store.ts';

/** Creates the store for one kind of limit. */
export type CreateStore = (prefix: string) => Store;

/**
 * The connections through Redis that copies of the site share: the counts of posts, and the announcements of changes.
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
}

const channelName = 'obrii:changes';
const copyId = crypto.randomUUID();

function parseMessage(message: string): Change | null {
  const parsed = parseJson(message);
  return propertyOf(parsed, 'from') === copyId ? null : parseChange(propertyOf(parsed, 'change'));
}

const printMessage = (change: Change) =>
  JSON.stringify({ from: copyId, change: change === 'all' ? { all: true } : change });

const createRedisClient = (url: string) =>
  createClient({
    url,
    // Without this, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });

/** What Redis is used for; each use can fail alone, for example if the user of Redis has no right to it. */
const uses = {
  counts: {
    works: 'posts are counted in Redis',
    fails: 'Redis does not answer: this copy counts posts for itself',
  },
  announcements: {
    works: 'changes are announced to other copies',
    fails: 'changes cannot be announced to other copies: their pages show them later',
  },
  subscription: {
    works: 'changes that other copies announce arrive',
    fails: 'changes that other copies announce do not arrive: pages of this copy show them later',
  },
};
type Use = keyof typeof uses;

interface Report {
  works(use: Use): void;
  fails(use: Use, error: unknown): void;
}

/** Logs each change of a use; the metric is `failing` while any use fails. */
function createReport({ log, metrics }: Pick<Options, 'log' | 'metrics'>): Report {
  const states = new Map<Use, keyof Report>();
  function change(use: Use, state: keyof Report, writeLog: (text: string) => void): void {
    if (states.get(use) !== state) writeLog(uses[use][state]);
    states.set(use, state);
    metrics.redis([...states.values()].includes('fails') ? 'failing' : 'ok');
  }
  return {
    works: (use) => change(use, 'works', (text) => log.info(text)),
    fails: (use, error) => change(use, 'fails', (text) => log.warn({ reason: String(error) }, text)),
  };
}

interface ChannelOptions {
  client: ReturnType<typeof createRedisClient>;
  log: Log;
  report: Report;
}

/**
 * Announcements of changes. Redis does not store them: a copy that could not send one sends `all` when it is connected
 * again or has sent another one, and a copy that could not receive any applies `all`.
 */
function createChannel({ client, log, report }: ChannelOptions): ChangeChannel & { close(): void } {
  let hasUnsent = false;
  const publish = (change: Change): void => {
    client.publish(channelName, printMessage(change)).then(
      () => {
        report.works('announcements');
        publishMissed();
      },
      (error: unknown) => {
        hasUnsent = true;
        report.fails('announcements', error);
      },
    );
  };
  function publishMissed(): void {
    if (!hasUnsent) return;
    hasUnsent = false;
    publish('all');
  }
  client.on('ready', publishMissed);
  // A connection with subscriptions accepts no other commands.
  const subscriber = client.duplicate();
  let hasMissed = false;
  const onFailure = (error: unknown) => {
    hasMissed = true;
    report.fails('subscription', error);
  };
  subscriber.on('error', onFailure);
  return {
    publish,
    subscribe(listener) {
      const receive = (message: string) => {
        const change = parseMessage(message);
        if (!change) return;
        log.info({ change }, 'another copy has announced a change');
        listener(change);
      };
      async function start(): Promise<void> {
        await subscriber.subscribe(channelName, receive);
        report.works('subscription');
        if (!hasMissed) return;
        hasMissed = false;
        log.info('changes may have been announced while Redis was away: all caches are renewed');
        listener('all');
      }
      subscriber.on('ready', () => void start().catch(onFailure));
      subscriber.connect().catch(onFailure);
    },
    close: () => subscriber.destroy(),
  };
}

/** Connects to Redis and reconnects after failures. Neither the start nor a post fails when Redis does not answer. */
export function connectRedis({ url, log, metrics }: Options): RedisServices {
  const client = createRedisClient(url);
  const report = createReport({ log, metrics });
  const onAway = (error: unknown) => report.fails('counts', error);
  const onBack = () => report.works('counts');
  client.on('error', onAway);
  client.on('ready', onBack);
  client.connect().catch(onAway);
  const changes = createChannel({ client, log, report });
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
