/** The parts of `window` that are needed; tests pass a fake one. */
interface ScrollWindow {
  history: { scrollRestoration: ScrollRestoration; state: unknown };
  scrollY: number;
  scrollTo(options: ScrollToOptions): void;
}

/**
 * Scrolls a document that was loaded by Back or a reload to its saved position, if its scroll restoration is `manual`.
 * This happens in WebKit, which ignores that session-history.ts sets it to `auto` at `pagehide`.
 */
export function restoreScroll(source: ScrollWindow): void {
  // Only session-history.ts writes the state.
  const { top } = (source.history.state ?? {}) as { top?: number };
  const isLeftToSite = source.history.scrollRestoration === 'manual';
  // The position does not change when the visitor has already scrolled.
  if (isLeftToSite && top && source.scrollY === 0) source.scrollTo({ top, behavior: 'instant' });
}
