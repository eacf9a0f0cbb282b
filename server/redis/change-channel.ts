import { propertyOf } from '#shared/property-of.ts';
import type { Log } from '#server/lib/log.ts';
import { parseChange, type Change, type ChangeChannel } from '#server/news/changes.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import type { RedisClient } from './redis-client.ts';
import type { RedisReport } from './redis-report.ts';

const channelName = 'obrii:changes';
const copyId = crypto.randomUUID();

function parseMessage(message: string): Change | null {
  const parsed = parseJson(message);
  return propertyOf(parsed, 'from') === copyId ? null : parseChange(propertyOf(parsed, 'change'));
}

const printMessage = (change: Change) =>
  JSON.stringify({ from: copyId, change: change === 'all' ? { all: true } : change });

interface Options {
  client: RedisClient;
  log: Log;
  report: RedisReport;
}

/**
 * Announcements of changes. Redis does not store them: a copy that could not send one sends `all` when it is connected
 * again or has sent another one, and a copy that could not receive any applies `all`.
 */
export function createChangeChannel({ client, log, report }: Options): ChangeChannel & { close(): void } {
  let hasUnsent = false;
  const publish = (change: Change): void => {
    client.publish(channelName, printMessage(change)).then(
      () => {
        report.works('publishing');
        publishMissed();
      },
      (error: unknown) => {
        hasUnsent = true;
        report.fails('publishing', error);
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
        log.info({ change }, 'another copy has published a change');
        listener(change);
      };
      async function start(): Promise<void> {
        await subscriber.subscribe(channelName, receive);
        report.works('subscription');
        if (!hasMissed) return;
        hasMissed = false;
        log.info('changes may have been published while Redis was away: all caches are renewed');
        listener('all');
      }
      subscriber.on('ready', () => void start().catch(onFailure));
      subscriber.connect().catch(onFailure);
    },
    close: () => subscriber.destroy(),
  };
}
