import { useEffect, useState } from 'react';
import { formatNumber } from '#shared/numbers.ts';
import { useLanguage, useText, useVisit } from '../lib/site-context.ts';

/** The pictures near the footer are loaded in this time, in milliseconds. */
const settledMs = 500;

interface Measured {
  kilobytes: number;
  /** From the click to the first paint; null where the browser does not measure it. */
  seconds: number | null;
  /** The number of other hosts that received a request. */
  hosts: number;
}

/** Reads what the browser has measured about this document; sends nothing. */
function measure(): Measured {
  const document: PerformanceResourceTiming[] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  const bytes = [...document, ...resources].reduce((sum, { transferSize }) => sum + transferSize, 0);
  const hosts = new Set(resources.map(({ name }) => new URL(name).host).filter((host) => host !== location.host));
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return { kilobytes: bytes / 1000, seconds: paint ? paint.startTime / 1000 : null, hosts: hosts.size };
}

/** The bytes of the visit so far and the time to its first paint. */
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
