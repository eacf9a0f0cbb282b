import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#client/routes.ts';
import type { Log } from '#server/lib/log.ts';
import type { Pages } from './pages.ts';

/** The pause between two paths, so that an early visitor waits for one of these renders at most. */
const pauseMs = 250;

interface Options {
  pages: Pick<Pages, 'renewInBothLanguages'>;
  /** Whether the next page may be rendered. */
  shouldContinue(): boolean;
  log: Log;
}

/**
 * Renders every page in both languages before its first request, one path after the other. A page that cannot be
 * rendered, for example because too many visitors have come, is left to its first visitor.
 */
export async function warmUp({ pages, shouldContinue, log }: Options): Promise<void> {
  for (const { path, hidden } of routes) {
    if (path.includes(':') || hidden) continue;
    await wait(pauseMs, undefined, { ref: false });
    if (!shouldContinue()) return;
    await pages.renewInBothLanguages(path).catch((error: unknown) => {
      log.info({ path, reason: String(error) }, 'a page was not rendered before its first visitor');
    });
  }
}
