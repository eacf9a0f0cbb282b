import { Counter, Gauge, type Registry } from 'prom-client';
import { keysOf } from '#shared/keys-of.ts';

type Labels = Record<string, string>;

/** Sets a gauge to 1 for one state and to 0 for the others. */
export function createStateGauge<State extends string>(
  registry: Registry,
  name: string,
  help: string,
  states: readonly State[],
) {
  const gauge = new Gauge({ registers: [registry], name, help, labelNames: ['state'] });
  return (current: State) => {
    for (const state of states) gauge.set({ state }, state === current ? 1 : 0);
  };
}

/** A counter whose series exist at 0 from the start: `increase()` misses the first event of a new series. */
export function createCounter<Name extends string>(
  registry: Registry,
  name: string,
  help: string,
  labels: Record<Name, readonly string[]>,
) {
  const labelNames = keysOf(labels);
  const counter = new Counter({ registers: [registry], name, help, labelNames });
  const combinations = labelNames.reduce<Partial<Record<Name, string>>[]>(
    (all, label) => all.flatMap((known) => labels[label].map((value) => ({ ...known, [label]: value }))),
    [{}],
  );
  for (const combination of combinations) counter.inc(combination, 0);
  return counter;
}

/**
 * Counts requests by their labels. The library hashes the labels at every count, which is slow compared with serving a
 * cached page; here the labels are hashed only at the scrape.
 */
export function createRequestCounter(registry: Registry) {
  const tallies = new Map<string, { labels: Labels; count: number }>();
  new Counter({
    registers: [registry],
    name: 'site_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'language', 'status', 'method', 'cache'],
    collect() {
      this.reset();
      for (const { labels, count } of tallies.values()) this.inc(labels, count);
    },
  });
  type RequestLabels = Record<'route' | 'language' | 'status' | 'method' | 'cache', string>;
  const count = (labels: RequestLabels, by = 1) => {
    const { route, language, status, method, cache } = labels;
    const key = `${route} ${language} ${status} ${method} ${cache}`;
    const tally = tallies.get(key);
    if (tally) tally.count += by;
    else tallies.set(key, { labels, count: by });
  };
  // All combinations would be thousands of series; this one exists so that expressions find at least one.
  count({ route: 'home', language: 'en', status: '200', method: 'GET', cache: 'miss' }, 0);
  return (labels: RequestLabels) => count(labels);
}
