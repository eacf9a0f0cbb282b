import type { Language } from '#shared/languages.ts';
import type { TextSource } from '../open-visit.ts';
import type { RouteName } from '../routes.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { Visit } from '../visit.ts';
import type { PageView } from './page-view.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { SessionHistory } from './session-history.ts';

/**
 * Milliseconds for which the old page stays while deferred data of the new page are loaded; the new page is then shown
 * with placeholders. Back and Forward lead to a page that the visitor has seen complete, so they wait longer.
 */
export interface DeferredMs {
  link: number;
  back: number;
}

/** What the navigator of a tab needs. */
export interface NavigatorTools {
  history: SessionHistory;
  view: PageView;
  /** `isShown` returns whether the history's current entry belongs to the current page. */
  createScroll(isShown: () => boolean): ScrollPositions;
  open(address: URL, language: Language, signal: AbortSignal): Promise<Visit>;
  texts: TextSource;
  /** Loads the fonts of both languages; resolves when they have loaded, or at the latest after 0.1 s. */
  fonts(): Promise<unknown>;
  /** Loads a page's code. */
  loadPage(name: RouteName): Promise<unknown>;
  language: LanguageStore;
  /** Resolves when the server responds at an address with any status; rejects when the server cannot be reached. */
  askServer(address: string, signal: AbortSignal): Promise<unknown>;
  /** Stores what is typed for the next document of this page; the returned function deletes it. */
  storeTypedValues(): () => void;
  reportFailure(error: unknown): void;
  /** Whether the visitor has begun to leave the document since a time of `performance.now()`. */
  hasLeftSince(time: number): boolean;
  /** Milliseconds before progress is shown, and before a link under the pointer is prefetched. */
  progressMs?: number;
  prefetchMs?: number;
  deferredMs?: DeferredMs;
}
