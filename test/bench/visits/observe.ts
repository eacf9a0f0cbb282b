/**
 * The code that runs inside the visited pages. It has no named functions, because tsx wraps them in a helper that the
 * browser does not have.
 */

/** One event of a tap: `pointerdown`, `pointerup` or `click`, from the touch to the next paint, in ms. */
interface TapEvent {
  start: number;
  duration: number;
}

export interface Seen {
  /** In ms after the beginning of the document; 0 for not yet. */
  largest: number;
  /** Of every task the part over 50 ms. */
  blocking: number;
  /** Of the whole page, without a window of time: nobody uses the page, so no shift is excused by an input. */
  shift: number;
  tapEvents: TapEvent[];
}

/** Collects in `window.seen` what the browser reports; runs in the page before anything else. */
export function collectReports(): void {
  const seen: Seen = { largest: 0, blocking: 0, shift: 0, tapEvents: [] };
  Object.assign(window, { seen });
  for (const type of ['largest-contentful-paint', 'longtask', 'layout-shift', 'event']) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value?: number; interactionId?: number })[]) {
        const { startTime: start, duration } = entry;
        if (type === 'largest-contentful-paint') seen.largest = start;
        if (type === 'longtask') seen.blocking += Math.max(0, duration - 50);
        if (type === 'layout-shift') seen.shift += entry.value ?? 0;
        // Events such as pointerover belong to no interaction.
        if (type === 'event' && entry.interactionId) seen.tapEvents.push({ start, duration });
      }
    });
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }
}

/**
 * Notes when something was clicked, in the storage of the tab because a link may load another document, and in
 * `window.headingAt` when the heading of the next page was painted (both in ms since 1970; 0 for not yet).
 */
export function noteHeadings(): void {
  const noted: { headingAt: number; headingBefore?: string } = { headingAt: 0 };
  Object.assign(window, { noted });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      sessionStorage.setItem('clickedAt', String(performance.timeOrigin + timeStamp));
      noted.headingAt = 0;
      noted.headingBefore = document.querySelector('#main h1')?.textContent ?? '';
    },
    true,
  );
  let found: string | undefined;
  new MutationObserver(() => {
    const heading = document.querySelector('#main h1')?.textContent;
    if (!heading || heading === found || heading === noted.headingBefore) return;
    found = heading;
    // The task after the next frame.
    requestAnimationFrame(() => {
      setTimeout(() => {
        noted.headingAt = performance.timeOrigin + performance.now();
      });
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
