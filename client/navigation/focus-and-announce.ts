import { createTextOf } from '#shared/text.ts';
import type { SiteState } from '../stores/site.ts';

/** Returns a text of the layout about opening a page. */
function layoutText({ visit }: SiteState, key: 'loading' | 'offline'): string {
  const { texts, language } = visit.peek();
  return createTextOf<Record<typeof key, string>>(texts, language, 'navbar')(key);
}

/** Makes screen readers read out a text, such as the title of the page that is now shown. */
export function announce(site: SiteState, text: string): void {
  site.announcement.value = text;
}

/** Moves the focus to the heading of the page, so that screen readers and the Tab key continue there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Shows a progress line along the top, and announces it, when a task takes longer than `afterMs`. Call the returned
 * function when a task begins, and what that call returns when the task ends.
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

export function showOfflineToast(site: SiteState): void {
  const text = layoutText(site, 'offline');
  site.toasts.show({ from: 'navbar', tone: 'bad', text: { area: 'navbar', key: 'offline', text } });
}
