import { propertyOf } from '#shared/property-of.ts';
import type { BackendClient } from '#server/backend/client.ts';

/** A copy that is not told of a change shows it at most this much later. */
const defaultPollMs = 20_000;

interface Options {
  backendClient: Pick<BackendClient, 'read'>;
  /** Called when the news have changed. */
  onChange(): void;
  pollMs?: number | undefined;
}

/**
 * Asks the backend at intervals when the news last changed. So every copy shows an article whose date has come, and
 * what was done by a command or by way of another copy, whether or not the copies are connected.
 */
export function watchNewsChanges({ backendClient, onChange, pollMs = defaultPollMs }: Options): { close(): void } {
  let last: string | undefined;

  async function look(): Promise<void> {
    const answer = await backendClient.read('/api/news-changes').catch(() => null);
    const found = propertyOf(answer, 'last');
    if (typeof found !== 'string') return;
    if (last !== undefined && found !== last) onChange();
    last = found;
  }

  const timer = setInterval(() => void look(), pollMs).unref();
  void look();
  return {
    close() {
      clearInterval(timer);
    },
  };
}
