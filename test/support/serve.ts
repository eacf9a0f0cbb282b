import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { createApp, type App } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { createBackendClient } from '#server/backend/client.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { createHttpServer } from '#server/http/server.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import { createMetrics, type Metrics } from '#server/operations/metrics.ts';
import type { PageAges } from '#server/pages/page-age.ts';
import { routeNames } from '#server/pages/page-routes.ts';
import type { TextStore } from '#server/lib/texts.ts';
import { fakeBackend, type FakeBackend } from './fake-backend.ts';
import { listen } from './listen.ts';
import { texts } from './texts.ts';

const root = join(import.meta.dirname, '../..');

/** Unbuilt code has no chunks; the addresses only have to be there. */
const unbuilt: Manifest = {
  mapFrame: '/assets/map-frame.js',
  entry: '/assets/entry.js',
  startChunks: [],
  fontFaces: '',
  stylesheet: '/assets/site.css',
  otherMediaStylesheet: '/assets/other-media.css',
  pageStyles: {},
  pages: {},
};

export interface Served {
  origin: string;
  app: App;
  backend: FakeBackend;
  metrics: Metrics;
  /** The parsed lines of the log. */
  logged: Record<string, unknown>[];
  /** Fetches a path of the site; redirects are not followed. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The HTML of a path. */
  html(path: string, init?: RequestInit): Promise<string>;
}

export interface ServeOptions {
  /** The data that a build would provide. */
  manifest?: Partial<Manifest>;
  backend?: FakeBackend;
  /** The origin of a backend that is asked instead of the fake one. */
  backendOrigin?: string;
  config?: Partial<Config>;
  /** How long the backend may take, so that tests of silence are short. */
  timeoutMs?: number;
  /** Ages of cached pages, for tests that cannot wait. */
  pageAges?: PageAges;
  /** Ages of the backend's answers, for tests that cannot wait. */
  answerAges?: AppOptions['answerAges'];
  /** How often a site with a desk asks whether the news have changed. */
  newsPollMs?: number | undefined;
  /** The values that several copies share. */
  redis?: AppOptions['redis'];
  /** How long a call may wait for a connection to the backend, and how long the breaker stays open. */
  waitMs?: number;
  openMs?: number;
  /** How long a sender may take. */
  limits?: { headersMs?: number; requestMs?: number; silenceMs?: number; maxConnections?: number };
  /** A folder with built files. */
  clientDir?: string;
  /** Replaces the texts, to cause an error. */
  breakTexts?: (texts: TextStore) => TextStore;
}

/** The options of the app, from source, with a fake backend. */
export async function openAppOptions(
  t: TestContext,
  options: ServeOptions = {},
): Promise<AppOptions & { backend: FakeBackend; logged: Record<string, unknown>[] }> {
  const backend = options.backend ?? (await fakeBackend(t));
  const logged: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  const log = pino({ level: 'debug' }, sink);
  const config: Config = {
    ...readConfig({ PORT: '0', PUBLIC_URL: 'https://obrii.example', RATE_LIMIT: '0', PAYMENTS: 'sandbox' }),
    ...options.config,
  };
  const metrics = createMetrics({ routeNames });
  const { timeoutMs = 10_000, waitMs, openMs } = options;
  const backendClient = createBackendClient({
    origin: options.backendOrigin ?? backend.origin,
    token: 'secret-test-token',
    log,
    metrics,
    timeoutMs,
    waitMs,
    openMs,
  });
  t.after(() => backendClient.close());
  return {
    backend,
    logged,
    config,
    log,
    texts: options.breakTexts?.(texts) ?? texts,
    manifest: { ...unbuilt, ...options.manifest },
    metrics,
    redis: options.redis,
    pageAges: options.pageAges,
    answerAges: options.answerAges,
    newsPollMs: options.newsPollMs,
    backendClient,
    clientDir: options.clientDir ?? join(root, 'static/root'),
    picturesDir: join(root, 'static/news'),
    staticDir: join(root, 'static'),
  };
}

/** Starts the real app, from source, on a port of its own against a fake backend. */
export async function serve(t: TestContext, options: ServeOptions = {}): Promise<Served> {
  const { backend, logged, ...appOptions } = await openAppOptions(t, options);
  const { log, metrics } = appOptions;
  const app = createApp(appOptions);
  const server = createHttpServer(app, log, metrics, { maxConnections: 10_000, ...options.limits });
  const origin = await listen(t, server);
  const get = (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init });
  return { origin, app, backend, metrics, logged, get, html: async (path, init) => (await get(path, init)).text() };
}
