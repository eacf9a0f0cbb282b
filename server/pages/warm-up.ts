import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#client/routes.ts';
import type { Pages } from './pages.ts';

/** The pause between two paths, so that an early visitor waits for one of these renders at most. */
const pauseMs = 250;

/**
 * Renders every page in both languages before its first request, one path after the other, while `shouldContinue`
 * returns true.
 */
export async function warmUp({ warm }: Pick<Pages, 'warm'>, shouldContinue: () => boolean): Promise<void> {
  for (const { path, hidden } of routes) {
    if (path.includes(':') || hidden) continue;
    await wait(pauseMs, undefined, { ref: false });
    if (!shouldContinue()) return;
    await warm(path);
  }
}
