import { createTextOf } from '#shared/text.ts';
import type { SiteState } from '../stores/site.ts';

/** The layout's texts for what happens while a page opens. */
function layoutText({ visit }: SiteState, key: 'loading' | 'offline'): string {
  const { texts, language } = visit.peek();
  return createTextOf<Record<typeof key, string>>(texts, language, 'navbar')(key);
}

/** Tells screen readers what the page has become. */
export function announce(site: SiteState, text: string): void {
  site.announcement.value = text;
}

/**
 * Shows a line along the top, and tells screen readers, while something takes longer than `afterMs`. The result is
 * called when something begins; what that returns is called when it ends.
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
