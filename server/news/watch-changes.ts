import { propertyOf } from '#shared/property-of.ts';
import type { BackendClient } from '#server/backend/client.ts';

/** The maximum delay of a change in a copy that receives no published changes, in milliseconds. */
const defaultPollMs = 20_000;

interface Options {
  backendClient: Pick<BackendClient, 'read'>;
  /** Called when the news have changed. */
  onChange(): void;
  pollMs?: number | undefined;
}

/**
 * Requests at intervals the time of the last change of news from the backend. So every copy shows a scheduled article
 * in time, and changes by a command or another copy, whether or not the copies share a Redis.
 */
export function watchNewsChanges({ backendClient, onChange, pollMs = defaultPollMs }: Options): { close(): void } {
  let last: string | undefined;

  async function poll(): Promise<void> {
    const answer = await backendClient.read('/api/news-changes').catch(() => null);
    const found = propertyOf(answer, 'last');
    if (typeof found !== 'string') return;
    if (last !== undefined && found !== last) onChange();
    last = found;
  }

  const timer = setInterval(() => void poll(), pollMs).unref();
  void poll();
  return {
    close() {
      clearInterval(timer);
    },
  };
}
