import { createTextOf } from '#shared/text.ts';
import type { SiteState } from '../stores/site.ts';
import { announce } from './focus-and-announce.ts';

/** Returns a text of the layout about opening a page. */
function layoutText({ visit }: SiteState, key: 'loading' | 'offline'): string {
  const { texts, language } = visit.peek();
  return createTextOf<Record<typeof key, string>>(texts, language, 'navbar')(key);
}

/**
 * Creates a function that begins a task. That function returns another function, which ends the task. A task that takes
 * longer than `afterMs` milliseconds shows a progress line along the top of the page and is announced.
 */
export function createProgress(site: SiteState, afterMs: number): () => () => void {
  const slow = new Set<object>();
  return () => {
    const task = {};
    const timer = setTimeout(() => {
      slow.add(task);
      site.pending.value = true;
      announce(site, layoutText(site, 'loading'));
    }, afterMs);
    return () => {
      clearTimeout(timer);
      slow.delete(task);
      site.pending.value = slow.size > 0;
    };
  };
}

/** Shows that the server cannot be reached. */
export function showOfflineToast(site: SiteState): void {
  const text = layoutText(site, 'offline');
  site.toasts.show({ from: 'navbar', tone: 'bad', text: { area: 'navbar', key: 'offline', text } });
}
