import type { PageState } from '../page-state.ts';

/** The element that React hydrates. */
export function printedRoot(): HTMLElement {
  // The server prints #root into every page that has scripts.
  return document.getElementById('root') as HTMLElement;
}

/** The state of the page. It is there when the entry runs: above #root in a streamed page, else after parsing. */
export function readPageState(): PageState {
  // The server prints a PageState there.
  return JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
}
