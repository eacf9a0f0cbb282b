import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { VitalName } from '#shared/contracts/vitals.ts';
import type { Language } from '#shared/languages.ts';
import type { Breaker } from '#server/backend/breaker.ts';
import { findEndpoint } from '#server/http/endpoints.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { createRequestTally } from './request-tally.ts';
import { createVitals } from './vitals.ts';

/** One reading of a visitor's browser. */
export interface Vital {
  name: VitalName;
  value: number;
  route: string;
  language: Language;
}

export type BackendOutcome = 'ok' | 'missing' | 'refused' | 'failed' | 'unusable' | 'silent' | 'resting';

/** Figures for the operator. Labels come from this site's own tables: what visitors send never becomes a label. */
export interface Metrics {
  request(context: RequestContext, method: string, status: number, ms: number): void;
  /** A request that was answered by a limit, not by a page. */
  refused(reason: string): void;
  render(route: string, outcome: 'complete' | 'streamed' | 'failed', ms: number): void;
  backend(call: 'read' | 'send' | 'file', outcome: BackendOutcome, ms: number): void;
  breaker(state: Breaker['state']): void;
  /** A page was shown with the last good answer, or with built-in content. */
  fallback(kind: 'last-good' | 'built-in'): void;
  violation(directive: string): void;
  limited(kind: string): void;
  /** One reading of a visitor's browser. */
  vital(vital: Vital): void;
  /** Asked for at every scrape. */
  watchCache(readBytes: () => number): void;
  print(): Promise<string>;
  contentType: string;
}

const methods = new Set(['GET', 'HEAD', 'POST']);
/** The page's name, or the endpoint's; any number of made-up paths is one label. */
function routeOf({ route, path }: RequestContext): string {
  return route ?? findEndpoint(path)?.name ?? 'other';
}

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const states: Breaker['state'][] = ['closed', 'half-open', 'open'];

export function createMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry();
  // Its observers belong to the process: once is enough.
  if (ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const registers = [registry];

  const requests = createRequestTally(registry, seconds);
  const refusals = new Counter({
    registers,
    name: 'site_refused_total',
    help: 'Requests that a limit refused.',
    labelNames: ['reason'],
  });
  const renders = new Counter({
    registers,
    name: 'site_renders_total',
    help: 'Rendered pages.',
    labelNames: ['route', 'outcome'],
  });
  const renderSeconds = new Histogram({
    registers,
    name: 'site_render_seconds',
    help: 'From opening a page to its last byte of HTML.',
    labelNames: ['outcome'],
    buckets: seconds,
  });
  const backendCalls = new Counter({
    registers,
    name: 'site_backend_calls_total',
    help: 'Calls to the backend.',
    labelNames: ['call', 'outcome'],
  });
  const backendSeconds = new Histogram({
    registers,
    name: 'site_backend_seconds',
    help: 'Duration of calls to the backend that were made.',
    labelNames: ['call'],
    buckets: seconds,
  });
  const breakerState = new Gauge({
    registers,
    name: 'site_backend_breaker',
    help: '1 for the state that the breaker is in.',
    labelNames: ['state'],
  });
  const breakerOpened = new Counter({
    registers,
    name: 'site_backend_breaker_opened_total',
    help: 'How often the backend was given a rest.',
  });
  const fallbacks = new Counter({
    registers,
    name: 'site_fallbacks_total',
    help: 'Reads that were answered without the backend.',
    labelNames: ['kind'],
  });
  const violations = new Counter({
    registers,
    name: 'site_csp_violations_total',
    help: 'Reported violations of the content security policy.',
    labelNames: ['directive'],
  });
  const limited = new Counter({
    registers,
    name: 'site_rate_limited_total',
    help: 'Posts beyond the rate limit.',
    labelNames: ['kind'],
  });
  const vitals = createVitals();
  let readCacheBytes = () => 0;
  new Gauge({
    registers,
    name: 'site_page_cache_bytes',
    help: 'Bytes of stored pages.',
    collect() {
      this.set(readCacheBytes());
    },
  });

  const metrics: Metrics = {
    request(context, method, status, ms) {
      const route = routeOf(context);
      const language = context.language ?? '';
      const cache = context.cache ?? '';
      requests.add(
        { route, language, status: String(status), method: methods.has(method) ? method : 'other', cache },
        ms / 1000,
      );
    },
    refused: (reason) => refusals.inc({ reason }),
    render(route, outcome, ms) {
      renders.inc({ route, outcome });
      renderSeconds.observe({ outcome }, ms / 1000);
    },
    backend(call, outcome, ms) {
      backendCalls.inc({ call, outcome });
      if (outcome !== 'resting') backendSeconds.observe({ call }, ms / 1000);
    },
    breaker(state) {
      for (const name of states) breakerState.set({ state: name }, name === state ? 1 : 0);
      if (state === 'open') breakerOpened.inc();
    },
    fallback: (kind) => fallbacks.inc({ kind }),
    violation: (directive) => violations.inc({ directive }),
    limited: (kind) => limited.inc({ kind }),
    vital: ({ name, value, route, language }) => vitals.record(name, value, route, language),
    watchCache: (readBytes) => {
      readCacheBytes = readBytes;
    },
    print: async () => `${(await registry.metrics()).trimEnd()}\n${vitals.print()}`,
    contentType: registry.contentType,
  };
  metrics.breaker('closed');
  return metrics;
}
