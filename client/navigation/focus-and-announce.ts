import { createTextOf } from '#shared/text.ts';
import type { SiteState } from '../stores/site.ts';

/** Returns a text of the layout about opening a page. */
function layoutText({ visit }: SiteState, key: 'loading' | 'offline'): string {
  const { texts, language } = visit.peek();
  return createTextOf<Record<typeof key, string>>(texts, language, 'navbar')(key);
}

/** Makes screen readers announce a text, such as the title of the current page. */
export function announce({ announcement }: SiteState, text: string): void {
  // Only a change is announced: the same text has a space at its end every second time.
  announcement.value = announcement.peek() === text ? `${text} ` : text;
}

/** Moves the focus to an element, so that screen readers and the Tab key continue there. */
export function focusElement(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    // Otherwise a later click on a text in the element would move the focus to it.
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Moves the focus to the heading of the page. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  if (heading) focusElement(heading);
}

/**
 * Returns a function to call when a task begins; it returns the function to call when the task ends. A task that takes
 * longer than `afterMs` shows a progress line along the top and is announced.
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
