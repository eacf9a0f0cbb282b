import type { Language } from '#shared/languages.ts';
import type { TextSource } from '../open-visit.ts';
import { findRoute, type RouteName } from '../routes.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { SiteNavigator, SiteState } from '../stores/site.ts';
import { pageKeyOf, type Visit } from '../visit.ts';
import { createProgress } from './focus-and-announce.ts';
import type { Attempt } from './attempts.ts';
import { createLanguageSwitch } from './language-switch.ts';
import { followLink, showCurrentEntry } from './moves.ts';
import { createPageOpener } from './page-opener.ts';
import type { PageView } from './page-view.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { SessionHistory } from './session-history.ts';
import { createShownEntry } from './shown-entry.ts';

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
  reportFailure(error: unknown): void;
  /** Whether the visitor has begun to leave the document since a time of `performance.now()`. */
  hasLeftSince(time: number): boolean;
  /**
   * Milliseconds before progress is shown, before placeholders are shown, and before a link under the pointer is
   * prefetched.
   */
  progressMs?: number;
  deferredMs?: number;
  prefetchMs?: number;
}

/** Loads the code and the texts of the page of a link after the pointer has been on the link for `prefetchMs`. */
function createPrefetch({ history, language, texts, loadPage, prefetchMs = 65 }: NavigatorTools) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(waiting);

  function prefetch(href: string): void {
    const match = findRoute(new URL(href, history.address()).pathname);
    if (!match) return;
    cancel();
    waiting = setTimeout(() => {
      const { name } = match.route;
      loadPage(name).catch(() => undefined);
      texts(language.current.peek(), name).catch(() => undefined);
    }, prefetchMs);
  }

  return { prefetch, cancel };
}

/** Client navigation, Back and Forward, prefetching and the language of one tab. */
export function createNavigator(site: SiteState, tools: NavigatorTools): SiteNavigator {
  const { history, view, progressMs = 300, deferredMs = 100 } = tools;
  const showProgress = createProgress(site, progressMs);
  const shownEntry = createShownEntry(history, pageKeyOf(site.visit.peek()));
  const scroll = tools.createScroll(shownEntry.isCurrent);
  const { prefetch, cancel: cancelPrefetch } = createPrefetch(tools);
  const opener = createPageOpener(site, {
    ...tools,
    deferredMs,
    showProgress,
    pendingLanguage: () => languageSwitch.pending(),
    undoMove: shownEntry.undoMove,
  });
  const { loadDocumentIn } = opener;
  const languageSwitch = createLanguageSwitch(site, { ...tools, showProgress, render, loadDocumentIn });
  const moveTools = { site, history, view, scroll, shownEntry, opener, commit };

  function render(visit: Visit): void {
    // An opened page proves that the site can be reached, so that error is removed; other errors are removed with their
    // page.
    site.toasts.dismissErrors(visit.path === site.visit.peek().path ? 'navbar' : undefined);
    view.render(visit, () => {
      site.visit.value = visit;
    });
  }

  function commit(visit: Visit, attempt: Attempt, moveThere: () => void): boolean {
    if (!attempt.isCurrent()) return false;
    attempt.finish();
    moveThere();
    render(visit);
    // The language may have changed since the texts of the page were loaded.
    languageSwitch.applyChosen();
    return true;
  }

  const stopMoves = history.onMove((isAnimated) => {
    languageSwitch.removeFromAddress();
    void showCurrentEntry(moveTools, isAnimated);
  });

  return {
    go(to, options) {
      cancelPrefetch();
      return followLink(moveTools, to, options);
    },
    prefetch,
    cancelPrefetch,
    target: opener.target,
    loadDocument: history.loadDocument,
    setParameters: shownEntry.setParameters,
    setLanguage: languageSwitch.setLanguage,
    dispose() {
      cancelPrefetch();
      opener.cancel();
      languageSwitch.dispose();
      stopMoves();
      scroll.dispose();
    },
  };
}
