import type { Language } from '#shared/languages.ts';
import type { VitalName } from '#shared/contracts/vitals.ts';

export interface Vitals {
  record(name: VitalName, value: number, route: string, language: Language): void;
  /** Prometheus summaries: percentiles of the latest readings, count and sum of all. */
  print(): string;
}

interface Series {
  /** The latest readings, written round and round. */
  latest: Float64Array;
  count: number;
  sum: number;
}

const kept = 256;
const quantiles = [0.5, 0.75, 0.95];

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** How the pages feel to real visitors, by route and language; nothing of a visitor is in it. Bounded: the labels come from this site's own tables. */
export function createVitals(): Vitals {
  const series = new Map<string, Series>();

  function record(name: VitalName, value: number, route: string, language: Language): void {
    const labels = `name="${name}",route="${route}",language="${language}"`;
    const known = series.get(labels) ?? { latest: new Float64Array(kept), count: 0, sum: 0 };
    known.latest[known.count % kept] = value;
    known.count += 1;
    known.sum += value;
    series.set(labels, known);
  }

  function print(): string {
    const lines = [
      '# HELP site_vitals Readings of visitors’ browsers: milliseconds, CLS as a number; percentiles of the latest 256.',
      '# TYPE site_vitals summary',
    ];
    for (const [labels, { latest, count, sum }] of series) {
      const sorted = latest.slice(0, Math.min(count, kept)).sort();
      for (const share of quantiles)
        lines.push(`site_vitals{${labels},quantile="${share}"} ${round(quantile(sorted, share))}`);
      lines.push(`site_vitals_sum{${labels}} ${round(sum)}`, `site_vitals_count{${labels}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }

  return { record, print };
}
