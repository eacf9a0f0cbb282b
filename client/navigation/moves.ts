import { pickQuery } from '../routes.ts';
import type { GoOptions, SiteState } from '../stores/site.ts';
import { isMissing, instanceKeyOf, type Visit } from '../visit.ts';
import { announce } from './focus-and-announce.ts';
import type { PageOpener } from './page-opener.ts';
import type { PageView } from './page-view.ts';
import type { ScrollPositions } from './scroll-positions.ts';
import type { SessionHistory } from './session-history.ts';
import type { ShownEntry } from './shown-entry.ts';

interface MoveTools {
  site: SiteState;
  history: SessionHistory;
  view: PageView;
  scroll: ScrollPositions;
  shownEntry: ShownEntry;
  opener: PageOpener;
  /** Replaces the query of the current page; the instance of the page stays. */
  setSearch(search: string): void;
  /** Shows an opened page, after `moveThere` has changed the history. */
  commit(visit: Visit, moveThere: () => void): void;
}

/**
 * Returns the query of an address if the address leads to the current page, and null if it leads to another page. The
 * current page has two queries: its present query, and the query with which it was opened. Parameters that the page does
 * not read are ignored.
 */
function searchInShown({ pathname, searchParams }: URL, shown: Visit): string | null {
  const search = pickQuery(shown.route, searchParams);
  return pathname === shown.path && [shown.search, shown.openedSearch].includes(search) ? search : null;
}

/** Returns the next view of the same page instance, with the data that do not depend on its query. */
function withReusedData(before: Visit, next: Visit): Visit {
  // With reused data, a missing page would look like a page that exists.
  if (isMissing(next)) return next;
  const names = next.page.reusedData ?? [];
  const reused = Object.entries(before.data ?? {}).filter(([name]) => names.includes(name));
  if (reused.length === 0) return next;
  const data: unknown = Object.assign({}, next.data, Object.fromEntries(reused));
  return { ...next, data };
}

/**
 * Opens the address of a link. Resolves when its page is shown, or when a newer attempt or a failure has ended this
 * attempt.
 */
export async function followLink(
  { site, history, view, scroll, shownEntry, opener, setSearch, commit }: MoveTools,
  to: string,
  { stay = false, isBack = false }: GoOptions = {},
): Promise<void> {
  const address = new URL(to, history.address());
  const isCurrent = shownEntry.isCurrent();
  if (isBack && (isCurrent ? history.entry().from : history.address().pathname) === address.pathname) {
    // Not current: an earlier click on this link has started the move back, and its page is still loading.
    if (isCurrent) history.move(-1);
    return;
  }
  const shown = site.visit.peek();
  const instanceKey = instanceKeyOf(shown);
  // As in any browser, a link to the current address adds no entry to the history.
  const isReplaced = address.href === history.address().href;
  if (isCurrent) history.update({ top: scroll.top() });
  const search = searchInShown(address, shown);
  if (address.hash && !stay && search !== null) {
    opener.cancel();
    shownEntry.write(to, { top: scroll.top(), instanceKey }, isReplaced);
    setSearch(search);
    scroll.toTarget(address.hash);
    return;
  }
  await opener.open(address, 'link', (visit) => {
    if (stay && visit.route.name === shown.route.name) {
      const title = view.title();
      const next = withReusedData(shown, { ...visit, key: instanceKey });
      commit(next, () => shownEntry.write(to, { top: scroll.top(), instanceKey }, isReplaced));
      if (address.hash) scroll.toTarget(address.hash);
      if (view.title() !== title) announce(site, view.title());
      return;
    }
    view.animate(() => {
      commit(visit, () => {
        // The entry before the new one is not that of the page that was shown if Back was pressed meanwhile.
        const from = isReplaced ? history.entry().from : shownEntry.isCurrent() ? shown.path : undefined;
        shownEntry.write(to, { top: 0, instanceKey: instanceKeyOf(visit), from }, isReplaced);
        // Called after the entry is written, because browsers lay out the old page for that, and before the page is
        // rendered, because its effects read the layout.
        if (!address.hash) view.showHeadFirst();
      });
      scroll.toTarget(address.hash);
    }, true);
    if (!address.hash) view.focusHeading();
    announce(site, view.title());
  });
}

/**
 * Shows the page of the history's current entry after Back or Forward, at its saved scroll position. If `isAnimated` is
 * true, the browser has animated the change of page, and the head of the page does not move.
 */
export async function showCurrentEntry(
  { site, history, view, scroll, shownEntry, opener, setSearch, commit }: MoveTools,
  isAnimated: boolean,
): Promise<void> {
  const address = history.address();
  const shown = site.visit.peek();
  const { top, instanceKey } = history.entry();
  const search = searchInShown(address, shown);
  if (search !== null) {
    opener.cancel();
    shownEntry.markCurrent(instanceKeyOf(shown));
    setSearch(search);
    // A click on a link to a part of this page has no saved position; Back and Forward have one.
    if (top !== undefined || !address.hash) scroll.restore(top ?? 0);
    return;
  }
  await opener.open(address, 'back', (visit) => {
    const opened = instanceKey ? { ...visit, key: instanceKey } : visit;
    const isSameInstance = instanceKeyOf(opened) === instanceKeyOf(shown) && opened.route.name === shown.route.name;
    const next = isSameInstance ? withReusedData(shown, opened) : opened;
    view.animate(() => {
      commit(next, () => shownEntry.markCurrent(instanceKeyOf(next)));
      scroll.restore(top ?? 0);
    }, !isSameInstance && !isAnimated);
    announce(site, view.title());
  });
}
