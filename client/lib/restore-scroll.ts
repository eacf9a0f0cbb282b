/** The parts of `window` that are needed; tests give a fake one. */
interface ScrollWindow {
  history: { scrollRestoration: ScrollRestoration; state: unknown };
  scrollY: number;
  scrollTo(options: ScrollToOptions): void;
}

/**
 * Scrolls a document that Back or a reload has loaded to its place, where the browser leaves that to the site. WebKit
 * does after a page that had taken over: it ignores what the page changes at `pagehide` (session-history.ts).
 */
export function restoreScroll(source: ScrollWindow): void {
  const { top } = (source.history.state ?? {}) as { top?: number };
  const isLeftToSite = source.history.scrollRestoration === 'manual';
  // Whoever has scrolled already stays there.
  if (isLeftToSite && top && source.scrollY === 0) source.scrollTo({ top, behavior: 'instant' });
}
