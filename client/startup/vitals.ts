import { onCLS, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import type { VitalsReport } from '#shared/contracts/vitals.ts';
import { ownPaths } from '#shared/own-paths.ts';

/** Measures the web vitals of this document and sends them once, when the visitor leaves it. */
export function watchVitals(page: Pick<VitalsReport, 'route' | 'language'>): void {
  const report: VitalsReport = { ...page };
  let isSent = false;
  const collect = ({ name, value }: MetricType) => {
    if (name !== 'FCP') report[name] = Math.round(value * 1000) / 1000;
  };
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(collect, { reportAllChanges: true });

  function send() {
    if (isSent || document.visibilityState !== 'hidden' || report.TTFB === undefined) return;
    isSent = true;
    navigator.sendBeacon(ownPaths.vitals, JSON.stringify(report));
  }
  // This is the last event that browsers guarantee: `pagehide` is not sent when a phone ends the browser.
  document.addEventListener('visibilitychange', send);
  addEventListener('pagehide', send);
}
