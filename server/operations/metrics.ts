import { collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { browserErrorKinds } from '#shared/contracts/browser-error.ts';
import type { VitalName } from '#shared/contracts/vitals.ts';
import type { Language } from '#shared/languages.ts';
import type { BreakerState } from '#server/backend/breaker.ts';
import { backendCalls, backendOutcomes, type BackendMetrics } from '#server/backend/outcomes.ts';
import { postKinds, readKinds } from '#server/http/endpoint-table.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { RateLimitMetrics } from '#server/http/rate-limits.ts';
import { refusalReasons, type RefusalMetrics } from '#server/http/request-head.ts';
import { createEmbeddedMetrics, type EmbeddedState } from './embedded-metrics.ts';
import { cspDirectives, type CspDirective } from './csp-directives.ts';
import { createCounter, createRequestCounter, createStateGauge } from './instruments.ts';

/** One measurement of a visitor's browser. */
interface Vital {
  name: VitalName;
  /** Milliseconds; CLS has no unit. */
  value: number;
  route: string;
  language: Language;
}

/** The metrics for the operator. Labels come from tables of this site; data that visitors send never become a label. */
export interface Metrics extends RefusalMetrics, RateLimitMetrics, BackendMetrics {
  request(context: RequestContext, method: string, status: number, ms: number): void;
  render(route: string, outcome: 'complete' | 'streamed' | 'failed', ms: number): void;
  /** Counts a read whose result was the last good answer or built-in content. */
  fallback(kind: 'last-good' | 'built-in'): void;
  /** Counts a cached page that was shown because the backend failed when the page was to be renewed. */
  staleIfError(): void;
  violation(directive: CspDirective | 'other'): void;
  browserError(kind: string, route: string): void;
  vital(vital: Vital): void;
  /** Counts a published change, which removed cached pages, articles and answers. */
  purge(scope: PurgeScope): void;
  /** Adds the gauges of the embedded backend, whose state is read at every scrape; a site without one has none. */
  watchEmbedded(read: () => EmbeddedState): void;
  /** Sets whether Redis answers. */
  redis(state: 'ok' | 'failing'): void;
  /** Sets the source of the cache size, which is read at every scrape. */
  watchCache(readBytes: () => number): void;
  print(): Promise<string>;
  contentType: string;
}

const purgeScopes = ['all', 'articles', 'comments'] as const;
export type PurgeScope = (typeof purgeScopes)[number];

/** The statuses of this site's own failures; the response to a post may also have a status of the backend. */
const errorStatuses = new Set(['500', '502', '503', '504', '507']);
const methods = new Set(['GET', 'HEAD', 'POST']);
const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const breakerStates: BreakerState[] = ['closed', 'half-open', 'open'];

function createRequestMetrics(
  registry: Registry,
  routes: readonly string[],
): Pick<Metrics, 'request' | 'refused' | 'limited' | 'render'> {
  const registers = [registry];
  const countRequest = createRequestCounter(registry);
  const serverErrors = createCounter(registry, 'site_server_errors_total', 'Requests answered with 5xx.', {
    status: [...errorStatuses, 'other'],
  });
  const durations = new Histogram({
    registers,
    name: 'site_request_seconds',
    help: 'From the first byte in to the last byte out.',
    labelNames: ['route'],
    buckets: seconds,
  });
  const refused = createCounter(registry, 'site_refused_total', 'Refused requests, and connections above the limit.', {
    reason: refusalReasons,
  });
  const limited = createCounter(registry, 'site_rate_limited_total', 'Requests beyond the rate limit.', {
    kind: [...postKinds, ...readKinds],
  });
  const renders = createCounter(registry, 'site_renders_total', 'Rendered pages.', {
    route: routes,
    outcome: ['complete', 'streamed', 'failed'],
  });
  const renderSeconds = new Histogram({
    registers,
    name: 'site_render_seconds',
    help: 'From opening a page to its last byte of HTML.',
    labelNames: ['outcome'],
    buckets: seconds,
  });
  return {
    request({ route, language = '', cache = '' }, method, status, ms) {
      countRequest({ route, language, status: String(status), method: methods.has(method) ? method : 'other', cache });
      durations.observe({ route }, ms / 1000);
      if (status >= 500) serverErrors.inc({ status: errorStatuses.has(String(status)) ? String(status) : 'other' });
    },
    refused: (reason) => refused.inc({ reason }),
    limited: (kind) => limited.inc({ kind }),
    render(route, outcome, ms) {
      renders.inc({ route, outcome });
      renderSeconds.observe({ outcome }, ms / 1000);
    },
  };
}

function createBackendMetrics(registry: Registry): Pick<Metrics, 'backend' | 'breaker' | 'fallback' | 'staleIfError'> {
  const calls = createCounter(registry, 'site_backend_calls_total', 'Calls to the backend.', {
    call: backendCalls,
    outcome: backendOutcomes,
  });
  const durations = new Histogram({
    registers: [registry],
    name: 'site_backend_seconds',
    help: 'Duration of calls to the backend that were made.',
    labelNames: ['call'],
    buckets: seconds,
  });
  const setBreaker = createStateGauge(
    registry,
    'site_backend_breaker',
    '1 for the state that the breaker is in.',
    breakerStates,
  );
  const opened = createCounter(registry, 'site_backend_breaker_opened_total', 'How often the breaker opened.', {});
  const fallbacks = createCounter(registry, 'site_fallbacks_total', 'Reads that were answered without the backend.', {
    kind: ['last-good', 'built-in'],
  });
  const stale = createCounter(
    registry,
    'site_stale_if_error_total',
    'Responses with a cached page that could not be renewed because the backend failed.',
    {},
  );
  for (const call of backendCalls) durations.zero({ call });
  setBreaker('closed');
  return {
    backend(call, outcome, ms) {
      calls.inc({ call, outcome });
      if (outcome !== 'open' && outcome !== 'queue') durations.observe({ call }, ms / 1000);
    },
    breaker(state) {
      setBreaker(state);
      if (state === 'open') opened.inc();
    },
    fallback: (kind) => fallbacks.inc({ kind }),
    staleIfError: () => stale.inc(),
  };
}

function createBrowserMetrics(
  registry: Registry,
  routes: readonly string[],
): Pick<Metrics, 'violation' | 'browserError' | 'vital'> {
  const violations = createCounter(
    registry,
    'site_csp_violations_total',
    'Reported violations of the content security policy.',
    { directive: [...cspDirectives, 'other'] },
  );
  const errors = createCounter(registry, 'site_browser_errors_total', 'Errors that browsers report.', {
    kind: browserErrorKinds,
    route: routes,
  });
  const vitals = new Summary({
    registers: [registry],
    name: 'site_vitals',
    help: 'Measurements of visitors’ browsers in the last hour: milliseconds, CLS as a number.',
    labelNames: ['name', 'route', 'language'],
    percentiles: [0.5, 0.75, 0.95],
    maxAgeSeconds: 3600,
    ageBuckets: 6,
  });
  return {
    violation: (directive) => violations.inc({ directive }),
    browserError: (kind, route) => errors.inc({ kind, route }),
    vital: ({ name, value, route, language }) => vitals.observe({ name, route, language }, value),
  };
}

function createStateMetrics(registry: Registry): Pick<Metrics, 'redis' | 'purge' | 'watchCache'> {
  const binary = ['ok', 'failing'] as const;
  const redis = createStateGauge(registry, 'site_redis', '1 for the state of the connection to Redis.', binary);
  const purges = createCounter(registry, 'site_purges_total', 'Announced changes that emptied caches.', {
    scope: purgeScopes,
  });
  let readCacheBytes = () => 0;
  new Gauge({
    registers: [registry],
    name: 'site_page_cache_bytes',
    help: 'Bytes of cached pages.',
    collect() {
      this.set(readCacheBytes());
    },
  });
  redis('ok');
  return {
    redis,
    purge: (scope) => purges.inc({ scope }),
    watchCache: (readBytes) => {
      readCacheBytes = readBytes;
    },
  };
}

interface MetricsOptions {
  /** Adds metrics of the process itself, which may be done once in a process. */
  ofProcess?: boolean;
  /** The names of the pages; a backend that runs alone has none. */
  routeNames?: ReadonlySet<string>;
}

/** Creates all metrics of a process, and the functions that count. */
export function createMetrics({ ofProcess = false, routeNames = new Set() }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const routes = [...routeNames];
  if (ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  return {
    ...createRequestMetrics(registry, routes),
    ...createBackendMetrics(registry),
    ...createBrowserMetrics(registry, routes),
    ...createStateMetrics(registry),
    watchEmbedded: (read) => createEmbeddedMetrics(registry, read),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
