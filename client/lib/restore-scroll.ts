/** The parts of `window` that are needed; tests give a fake one. */
interface ScrollWindow {
  document: { documentElement: { dataset: DOMStringMap } };
  history: { scrollRestoration: ScrollRestoration; state: unknown };
  scrollY: number;
  scrollTo(options: ScrollToOptions): void;
}

/**
 * Brings a document that Back or a reload has loaded to its place. It is laid out as a whole first: what is laid out as
 * far as it is seen (layout.css) has other heights, and the browser would restore the position to another part of it.
 *
 * The browser leaves the position to the site after a page that had taken over in WebKit, which ignores what a page
 * changes at `pagehide` (session-history.ts).
 */
export function restoreScroll(source: ScrollWindow): void {
  const { top } = (source.history.state ?? {}) as { top?: number };
  if (!top) return;
  // Whoever has scrolled already stays there.
  const isAtItsPlace = Math.abs(source.scrollY - top) < 1;
  const isLeftToSite = source.scrollY === 0 && source.history.scrollRestoration === 'manual';
  source.document.documentElement.dataset['whole'] = '';
  if (isAtItsPlace || isLeftToSite) source.scrollTo({ top, behavior: 'instant' });
}
