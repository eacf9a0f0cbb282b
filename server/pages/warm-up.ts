import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#client/routes.ts';
import type { Pages } from './pages.ts';

/** Between two paths: the visitors who come first wait for one of them at most. */
const pauseMs = 250;

/** Renders every page in both languages before it is asked for, one path after the other, while `goesOn` says so. */
export async function warmUp({ warm }: Pick<Pages, 'warm'>, goesOn: () => boolean): Promise<void> {
  for (const { path, hidden } of routes) {
    if (path.includes(':') || hidden) continue;
    await wait(pauseMs, undefined, { ref: false });
    if (!goesOn()) return;
    await warm(path);
  }
}
