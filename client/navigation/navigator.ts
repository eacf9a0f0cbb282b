import type { Language } from '#shared/languages.ts';
import type { TextSource } from '../open-visit.ts';
import { findRoute, pickQuery, type RouteName } from '../routes.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { GoOptions, Navigator, SiteState } from '../stores/site.ts';
import { pageKeyOf, type Visit } from '../visit.ts';
import { announce, createProgress, showOfflineToast } from './announce.ts';
import { createLanguageSwitch } from './language-switch.ts';
import { createAttempts, openAddress, type Attempt } from './open-address.ts';
import type { PageView } from './page-view.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { EntryState, SessionHistory } from './session-history.ts';

export interface NavigatorTools {
  history: SessionHistory;
  view: PageView;
  /** `isShown` says whether the history's current entry is the page that is shown. */
  createScroll(isShown: () => boolean): ScrollPositions;
  open(address: URL, language: Language, signal: AbortSignal): Promise<Visit>;
  texts: TextSource;
  /** Loads a page's code. */
  loadPage(name: RouteName): Promise<unknown>;
  language: LanguageStore;
  /** Resolves when the server answers at an address, whatever it answers; rejects when it cannot be reached. */
  askServer(address: string, signal: AbortSignal): Promise<unknown>;
  reportFailure(error: unknown): void;
  /** Milliseconds until progress is shown, until placeholders are shown, and until a pointed-at link is prefetched. */
  progressMs?: number;
  deferredMs?: number;
  prefetchMs?: number;
}

/** Whether an address is the page that is shown, without parameters that the page does not read or has removed. */
function isSamePage({ pathname, searchParams }: URL, { path, search, route }: Visit): boolean {
  const shown = new URLSearchParams(search);
  for (const name of route.secret) if (!searchParams.has(name)) shown.delete(name);
  return pathname === path && pickQuery(route, searchParams) === pickQuery(route, shown);
}

/** The next view of the same page instance: data that its query does not change stays as it is. */
function withReusedData(before: Visit, next: Visit): Visit {
  const old = before.data as Record<string, unknown>;
  const names = (next.page.reusedData ?? []).filter((name) => name in old);
  if (names.length === 0) return next;
  const reused = Object.fromEntries(names.map((name) => [name, old[name]]));
  return { ...next, data: { ...(next.data as object), ...reused } };
}

/** Client navigation, Back and Forward, prefetching and the language of one tab. */
export function createNavigator(site: SiteState, tools: NavigatorTools): Navigator {
  const { history, view, language, progressMs = 300, deferredMs = 100, prefetchMs = 65 } = tools;
  const showProgress = createProgress(site, progressMs);
  const attempts = createAttempts(showProgress);
  let wanted = history.address();
  let shownIndex = history.entry().index ?? 0;
  const scroll = tools.createScroll(isAtShownEntry);
  let prefetching: ReturnType<typeof setTimeout> | undefined;
  history.update({ index: shownIndex, pageKey: pageKeyOf(site.visit.peek()) });

  const openTools = { open: tools.open, texts: tools.texts, language: () => language.language.peek(), deferredMs };
  const languageSwitch = createLanguageSwitch(site, { ...tools, showProgress, render, loadDocumentIn });

  function isAtShownEntry(): boolean {
    return history.entry().index === shownIndex;
  }

  function render(visit: Visit): void {
    // A page that opens has shown that the site can be reached; other errors end with the page they belong to.
    site.toasts.dismissErrors(visit.path === site.visit.peek().path ? 'navbar' : undefined);
    view.render(visit, () => {
      site.visit.value = visit;
    });
  }

  function writeEntry(to: string, entry: Omit<EntryState, 'index'>, replace: boolean): void {
    const index = replace ? (history.entry().index ?? shownIndex) : (history.entry().index ?? shownIndex) + 1;
    if (replace) history.update({ ...entry, index }, to);
    else history.push(to, { ...entry, index });
    shownIndex = index;
  }

  /** Shows an opened page for an attempt that is still current; false for any other. */
  function commit(visit: Visit, attempt: Attempt, moveThere: () => void): boolean {
    if (!attempt.isCurrent()) return false;
    attempt.finish();
    moveThere();
    render(visit);
    // A switch of the language that ended while a view transition was being prepared.
    languageSwitch.follow();
    return true;
  }

  function begin(address: URL): Attempt {
    wanted = address;
    return attempts.begin();
  }

  /** Asks the server before leaving this page: without a connection the browser would show its own error page. */
  async function loadDocument(address: URL, attempt: Attempt): Promise<void> {
    const to = new URL(address);
    const pending = languageSwitch.pending();
    if (pending) to.searchParams.set('lang', pending);
    const isReached = await tools.askServer(to.href, attempt.signal).then(
      () => true,
      () => false,
    );
    if (!attempt.isCurrent()) return;
    attempt.finish();
    if (isReached) return history.loadDocument(to.href);
    showOfflineToast(site);
    undoMove();
  }

  function loadDocumentIn(next: Language): Promise<void> {
    const address = new URL(attempts.isActive() ? wanted : history.address());
    address.searchParams.set('lang', next);
    return loadDocument(address, begin(address));
  }

  /** After a Back or Forward that failed, the address is the shown page's again. */
  function undoMove(): void {
    const { index } = history.entry();
    if (index !== undefined && index !== shownIndex) history.move(shownIndex - index);
  }

  async function go(to: string, { replace = false, stay = false }: GoOptions = {}): Promise<void> {
    clearTimeout(prefetching);
    const address = new URL(to, history.address());
    const shown = site.visit.peek();
    const pageKey = pageKeyOf(shown);
    // As in any browser, a link to the current address adds nothing to the history.
    const isReplaced = replace || address.href === history.address().href;
    if (isAtShownEntry()) history.update({ top: scroll.top() });
    if (address.hash && !stay && isSamePage(address, shown)) {
      attempts.cancel();
      writeEntry(to, { top: scroll.top(), pageKey }, isReplaced);
      scroll.toTarget(address.hash);
      return;
    }
    const attempt = begin(address);
    const outcome = await openAddress(address, attempt, openTools);
    if (outcome.kind === 'overtaken') return;
    if (outcome.kind === 'failure') {
      tools.reportFailure(outcome.error);
      return loadDocument(address, attempt);
    }
    const { visit } = outcome;
    if (stay && visit.route.name === shown.route.name) {
      const title = view.title();
      const next = withReusedData(shown, { ...visit, key: pageKey });
      commit(next, attempt, () => writeEntry(to, { top: scroll.top(), pageKey }, isReplaced));
      if (view.title() !== title) announce(site, view.title());
      return;
    }
    let isShown = false;
    await view.animate(() => {
      isShown = commit(visit, attempt, () => writeEntry(to, { top: 0, pageKey: pageKeyOf(visit) }, isReplaced));
      if (isShown) scroll.toTarget(address.hash);
    });
    if (!isShown) return;
    if (!address.hash) view.focusHeading();
    announce(site, view.title());
  }

  async function showCurrentEntry(): Promise<void> {
    languageSwitch.removeFromAddress();
    const address = history.address();
    const shown = site.visit.peek();
    const { index = shownIndex + 1, top, pageKey } = history.entry();
    if (isSamePage(address, shown)) {
      attempts.cancel();
      shownIndex = index;
      history.update({ index, pageKey: pageKeyOf(shown) });
      // A click on a link to a part of this page brings no position; Back and Forward do.
      if (top !== undefined || !address.hash) scroll.restore(top ?? 0);
      return;
    }
    const attempt = begin(address);
    const outcome = await openAddress(address, attempt, openTools);
    if (outcome.kind === 'overtaken') return;
    if (outcome.kind === 'failure') {
      tools.reportFailure(outcome.error);
      return loadDocument(address, attempt);
    }
    const opened = pageKey ? { ...outcome.visit, key: pageKey } : outcome.visit;
    const isSameInstance = pageKeyOf(opened) === pageKeyOf(shown) && opened.route.name === shown.route.name;
    const visit = isSameInstance ? withReusedData(shown, opened) : opened;
    commit(visit, attempt, () => {
      shownIndex = index;
      history.update({ index, pageKey: pageKeyOf(visit) });
    });
    scroll.restore(top ?? 0);
    announce(site, view.title());
  }

  const stopMoves = history.onMove(() => void showCurrentEntry());

  return {
    go,
    prefetch(href) {
      const match = findRoute(new URL(href, history.address()).pathname);
      if (!match) return;
      clearTimeout(prefetching);
      prefetching = setTimeout(() => {
        const { name } = match.route;
        tools.loadPage(name).catch(() => undefined);
        tools.texts(language.language.peek(), name).catch(() => undefined);
      }, prefetchMs);
    },
    setLanguage: languageSwitch.setLanguage,
    dispose() {
      clearTimeout(prefetching);
      attempts.cancel();
      languageSwitch.dispose();
      stopMoves();
      scroll.dispose();
    },
  };
}
