import { useEffect, useState } from 'react';
import { languages } from '#shared/languages.ts';
import { useLanguage, useText, useVisit } from '../lib/site-context.ts';

interface Measured {
  kilobytes: number;
  /** From the click to the first paint; null where the browser does not tell. */
  seconds: number | null;
  /** Other hosts that were asked for anything. */
  hosts: number;
}

/** What the browser has noted about this document: nothing is asked for or sent. */
function measure(): Measured {
  const document: PerformanceResourceTiming[] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  const bytes = [...document, ...resources].reduce((sum, { transferSize }) => sum + transferSize, 0);
  const hosts = new Set(resources.map(({ name }) => new URL(name).host).filter((host) => host !== location.host));
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return { kilobytes: bytes / 1000, seconds: paint ? paint.startTime / 1000 : null, hosts: hosts.size };
}

/** What the visit has weighed so far and how soon it was seen, on the visitor's own device. */
export function PageWeight() {
  const text = useText('footer');
  const { locale } = languages[useLanguage()];
  const { path } = useVisit();
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setMeasured(measure()), 500);
    return () => clearTimeout(timer);
  }, [path]);
  const print = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  if (!measured) return null;
  const { kilobytes, seconds, hosts } = measured;
  return (
    <details className="weight">
      <summary>
        {text('weight', { kilobytes: print(kilobytes, 0) })}{' '}
        {seconds !== null && text('firstPaint', { seconds: print(seconds, 1) })}{' '}
        {hosts === 0 ? text('noHosts') : text('hosts', { count: print(hosts, 0) })}
      </summary>
      <p>{text('weightMeasured')}</p>
    </details>
  );
}
