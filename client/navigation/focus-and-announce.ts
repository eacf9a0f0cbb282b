import type { SiteState } from '../stores/site.ts';

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
