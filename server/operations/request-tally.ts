import type { Histogram, Registry } from 'prom-client';

interface Durations {
  /** How many requests took no longer than each bound, the bounds below it not counted in. */
  counts: number[];
  count: number;
  sum: number;
}

interface Tally {
  labels: Record<string, string>;
  count: number;
}

/**
 * Counts requests with two additions. The metrics library joins and hashes its labels at every count, which would cost
 * more than a ready page; here that happens when the figures are read.
 */
export function createRequestTally(registry: Registry, bounds: readonly number[]) {
  const tallies = new Map<string, Tally>();
  const durations = new Map<string, Durations>();

  function add(labels: Record<'route' | 'language' | 'status' | 'method' | 'cache', string>, seconds: number): void {
    const { route, language, status, method, cache } = labels;
    const key = `${route} ${language} ${status} ${method} ${cache}`;
    const tally = tallies.get(key);
    if (tally) tally.count += 1;
    else tallies.set(key, { labels, count: 1 });

    let known = durations.get(route);
    if (!known) {
      known = { counts: bounds.map(() => 0), count: 0, sum: 0 };
      durations.set(route, known);
    }
    known.count += 1;
    known.sum += seconds;
    const bound = bounds.findIndex((most) => seconds <= most);
    if (bound >= 0) known.counts[bound] = (known.counts[bound] ?? 0) + 1;
  }

  function readDurations(name: string) {
    return [...durations].flatMap(([route, { counts, count, sum }]) => {
      let below = 0;
      const buckets = counts.map((number, at) => {
        below += number;
        return { labels: { le: bounds[at] ?? 0, route }, value: below, metricName: `${name}_bucket` };
      });
      return [
        ...buckets,
        { labels: { le: '+Inf', route }, value: count, metricName: `${name}_bucket` },
        { labels: { route }, value: sum, metricName: `${name}_sum` },
        { labels: { route }, value: count, metricName: `${name}_count` },
      ];
    });
  }

  function register(name: string, help: string, type: 'counter' | 'histogram', read: () => object[]): void {
    const metric = {
      name,
      help,
      type,
      aggregator: 'sum',
      get: () => Promise.resolve({ name, help, type, aggregator: 'sum', values: read() }),
    };
    // The registry asks no more of a metric than its name and `get`.
    registry.registerMetric(metric as unknown as Histogram);
  }
  register('site_requests_total', 'Answered requests.', 'counter', () =>
    [...tallies.values()].map(({ labels, count }) => ({ labels, value: count })),
  );
  register('site_request_seconds', 'From the first byte in to the last byte out.', 'histogram', () =>
    readDurations('site_request_seconds'),
  );

  return { add };
}
