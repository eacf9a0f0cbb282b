import { onCLS, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import type { VitalName, VitalsReport } from '#shared/contracts/vitals.ts';

/** Notes how the page feels and tells the site once, when the page is left. */
export function watchVitals(page: Pick<VitalsReport, 'route' | 'language'>): void {
  const report: VitalsReport = { ...page };
  let told = false;
  const note = ({ name, value }: MetricType) => {
    report[name as VitalName] = Math.round(value * 1000) / 1000;
  };
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(note, { reportAllChanges: true });

  function tell() {
    if (told || document.visibilityState !== 'hidden' || report.TTFB === undefined) return;
    told = true;
    navigator.sendBeacon('/vitals', JSON.stringify(report));
  }
  // The last moment that browsers promise; a page may never hear of `pagehide`.
  document.addEventListener('visibilitychange', tell);
  addEventListener('pagehide', tell);
}
