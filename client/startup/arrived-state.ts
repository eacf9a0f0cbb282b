import type { BrowserError } from '#shared/contracts/browser-error.ts';
import type { PageState } from '../page-state.ts';
import { findRoute, notFoundRoute } from '../routes.ts';
import { readPageState } from './printed-page.ts';

/** Reads the state; reports a document that the connection has cut off before the end of its state, and throws. */
export function readArrivedState(send: (report: BrowserError) => void): PageState {
  try {
    return readPageState();
  } catch (error) {
    const route = findRoute(location.pathname)?.route.name ?? notFoundRoute.name;
    send({ kind: 'chunk', route, name: 'IncompleteDocument' });
    throw error;
  }
}
