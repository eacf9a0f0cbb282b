import { useEffect, useState } from 'react';
import { formatNumber } from '#shared/numbers.ts';
import { useLanguage, useText, useVisit } from '../lib/site-context.ts';

/** The pictures near the footer are loaded in this time, in milliseconds. */
const settledMs = 500;

interface Measured {
  kilobytes: number;
  /**
   * From the click to the first paint; null where the browser does not measure it, and for a page that was opened in the
   * background, where nothing is painted.
   */
  seconds: number | null;
  /** The number of other hosts that received a request. */
  hosts: number;
}

/** Reads what the browser has measured about this document; sends nothing. */
function measure(): Measured {
  const document: PerformanceResourceTiming[] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  const bytes = [...document, ...resources].reduce((sum, { transferSize }) => sum + transferSize, 0);
  // Browser extensions add files with schemes of their own, which are requested from no host.
  const requested = resources.filter(({ name }) => name.startsWith('http'));
  const hosts = new Set(requested.map(({ name }) => new URL(name).host).filter((host) => host !== location.host));
  const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  // Only Chromium lists when the page was hidden.
  const states = performance.getEntriesByType('visibility-state');
  const wasHidden = states.some(({ name, startTime }) => name === 'hidden' && startTime < paintMs);
  const seconds = wasHidden || paintMs === Infinity ? null : paintMs / 1000;
  return { kilobytes: bytes / 1000, seconds, hosts: hosts.size };
}

/** The bytes that this document has loaded so far, and the time to its first paint. */
export function PageWeight() {
  const text = useText('footer');
  const language = useLanguage();
  const { path } = useVisit();
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setMeasured(measure()), settledMs);
    return () => clearTimeout(timer);
  }, [path]);
  const print = (value: number, decimals: number) => formatNumber(language, value, decimals);
  return (
    measured && (
      <details className="page-weight">
        <summary>
          {text('weight', { kilobytes: print(measured.kilobytes, 0) })}{' '}
          {measured.seconds !== null && text('firstPaint', { seconds: print(measured.seconds, 1) })}{' '}
          {measured.hosts === 0 ? text('noHosts') : text('hosts', { count: print(measured.hosts, 0) })}
        </summary>
        <p>{text('weightMeasured')}</p>
      </details>
    )
  );
}
