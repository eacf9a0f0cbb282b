import { pickQuery } from '../routes.ts';
import type { GoOptions, SiteState } from '../stores/site.ts';
import { isMissing, pageKeyOf, type Visit } from '../visit.ts';
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
  /** Shows an opened page, after `moveThere` has changed the history. */
  commit(visit: Visit, moveThere: () => void): void;
}

/**
 * Whether an address leads to the current page: it has the parameters with which the page was opened, or those that the
 * address bar has now. Parameters that the page does not read are ignored.
 */
function isSamePage({ pathname, searchParams }: URL, { path, search, route }: Visit, shown: URLSearchParams): boolean {
  const query = pickQuery(route, searchParams);
  return pathname === path && (query === search || query === pickQuery(route, shown));
}

/** Returns the next view of the same page instance, with the data that do not depend on its query. */
function withReusedData(before: Visit, next: Visit): Visit {
  // Reused data alone would be taken for the data of a page that exists.
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
  { site, history, view, scroll, shownEntry, opener, commit }: MoveTools,
  to: string,
  { replace = false, stay = false }: GoOptions = {},
): Promise<void> {
  const address = new URL(to, history.address());
  const shown = site.visit.peek();
  const pageKey = pageKeyOf(shown);
  // As in any browser, a link to the current address adds no entry to the history.
  const isReplaced = replace || address.href === history.address().href;
  if (shownEntry.isCurrent()) history.update({ top: scroll.top() });
  if (address.hash && !stay && isSamePage(address, shown, shownEntry.parameters())) {
    opener.cancel();
    shownEntry.write(to, { top: scroll.top(), pageKey }, isReplaced);
    scroll.toTarget(address.hash);
    return;
  }
  await opener.open(address, (visit) => {
    if (stay && visit.route.name === shown.route.name) {
      const title = view.title();
      const next = withReusedData(shown, { ...visit, key: pageKey });
      commit(next, () => shownEntry.write(to, { top: scroll.top(), pageKey }, isReplaced));
      // A page that replaces its own entry goes on where the visitor is, who may be typing.
      if (address.hash && !replace) scroll.toTarget(address.hash);
      if (view.title() !== title) announce(site, view.title());
      return;
    }
    view.animate(() => {
      commit(visit, () => {
        shownEntry.write(to, { top: 0, pageKey: pageKeyOf(visit) }, isReplaced);
        // After the entry, for which browsers lay out the old page, and before the page, whose effects read the layout.
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
  { site, history, view, scroll, shownEntry, opener, commit }: MoveTools,
  isAnimated: boolean,
): Promise<void> {
  const address = history.address();
  const shown = site.visit.peek();
  const { top, pageKey } = history.entry();
  if (isSamePage(address, shown, shownEntry.parameters())) {
    opener.cancel();
    shownEntry.markCurrent(pageKeyOf(shown));
    // A click on a link to a part of this page has no saved position; Back and Forward have one.
    if (top !== undefined || !address.hash) scroll.restore(top ?? 0);
    return;
  }
  await opener.open(address, (visit) => {
    const opened = pageKey ? { ...visit, key: pageKey } : visit;
    const isSameInstance = pageKeyOf(opened) === pageKeyOf(shown) && opened.route.name === shown.route.name;
    const next = isSameInstance ? withReusedData(shown, opened) : opened;
    view.animate(() => {
      commit(next, () => shownEntry.markCurrent(pageKeyOf(next)));
      scroll.restore(top ?? 0);
    }, !isSameInstance && !isAnimated);
    announce(site, view.title());
  });
}
