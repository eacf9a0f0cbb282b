import { savesData } from '../lib/connection.ts';
import { findRoute } from '../routes.ts';
import type { SiteNavigator, SiteState } from '../stores/site.ts';
import { instanceKeyOf, type Visit } from '../visit.ts';
import { createProgress } from './progress.ts';
import { createLanguageSwitch } from './language-switch.ts';
import { followLink, showCurrentEntry } from './moves.ts';
import { createPageOpener } from './page-opener.ts';
import type { NavigatorTools } from './navigator-tools.ts';
import { createShownChanges } from './shown-changes.ts';
import { createShownEntry } from './shown-entry.ts';

/** Loads the code and the texts of the page of a link after the pointer has been on the link for `prefetchMs`. */
function createPrefetch({ history, language, texts, loadPage, prefetchMs = 65 }: NavigatorTools) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(waiting);

  function prefetch(href: string): void {
    if (savesData()) return;
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
  const { history, view, progressMs = 300, deferredMs = { link: 100, back: 600 } } = tools;
  const showProgress = createProgress(site, progressMs);
  const shownEntry = createShownEntry(history, instanceKeyOf(site.visit.peek()));
  const { setSearch, setParameters, removePostResult } = createShownChanges({ site, history, view, shownEntry });
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
  const moveTools = { site, history, view, scroll, shownEntry, opener, setSearch, commit };

  function render(visit: Visit): void {
    // An opened page proves that the site can be reached, so that error is removed; other errors are removed with their
    // page.
    site.toasts.dismissErrors(visit.path === site.visit.peek().path ? 'navbar' : undefined);
    view.render(visit, () => {
      site.visit.value = visit;
    });
  }

  function commit(visit: Visit, moveThere: () => void): void {
    moveThere();
    render(visit);
    // The language may have changed since the texts of the page were loaded.
    languageSwitch.applyChosen();
  }

  history.onMove((isAnimated) => {
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
    setParameters,
    removePostResult,
    setLanguage: languageSwitch.setLanguage,
  };
}
