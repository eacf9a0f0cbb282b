import type { PageState } from '../page-state.ts';

/** The element that React hydrates. */
export function printedRoot(): HTMLElement {
  // The server prints #root into every page that has scripts.
  return document.getElementById('root') as HTMLElement;
}

/** Whether the state has arrived: it is above the content of a streamed page, and at the end of a complete one. */
export const isStatePrinted = (): boolean => document.getElementById('state') !== null;

/** The state of the page. The entry starts the page when it has arrived. */
export function readPageState(): PageState {
  // The server prints a PageState there.
  return JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
}

/** What the server has printed as the `src` or `srcset` of the page's first pictures, by their addresses. */
export const printedPictures = () =>
  new Map(
    Array.from(document.querySelectorAll<HTMLElement>('[data-address]'), (element) => [
      element.dataset['address'],
      element.getAttribute('srcset') ?? element.getAttribute('src'),
    ]),
  );
