import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Request, type Response } from 'express';
import { allRoutes, decode, findRoute, routes } from '#client/routes.ts';
import { asset } from '#shared/asset.ts';
import { mapFramePath } from '#shared/map-frame.ts';
import { createNewsRepository } from './news/news-repository.ts';
import type { BackendClient } from './backend/client.ts';
import type { Config } from './config.ts';
import { prefersMarkdown } from './feeds/markdown-routes.ts';
import { feedRoutes } from './feeds/routes.ts';
import { createPostComment } from './comments/post-comment.ts';
import { createPostContact } from './contact/post-contact.ts';
import { createInvoicing } from './activation/create-invoice.ts';
import { createStartTrial } from './activation/start-trial.ts';
import { isApi } from './http/endpoints.ts';
import { refuseForeign } from './http/foreign-posts.ts';
import { createGuard } from './http/guard.ts';
import { refuseMethod } from './http/methods.ts';
import { limitBeacons, limitPosts } from './http/rate-limits.ts';
import type { OpenStore } from './http/redis.ts';
import { openContext } from './http/request-context.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import type { Manifest } from './manifest.ts';
import type { Log } from './operations/log.ts';
import { answerMetrics } from './operations/metrics-server.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { createRequestLog } from './operations/request-log.ts';
import { readIcons } from './pages/inline-icons.ts';
import { createKnownQuery } from './pages/known-query.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPages } from './pages/pages.ts';
import { createPlainPages } from './pages/plain-page.ts';
import { createRenderer } from './pages/render.tsx';
import { findCanonicalPath, readAddress } from './pages/target.ts';
import { activationForm } from './activation/activation-form.ts';
import { activationRoutes } from './activation/activation-api.ts';
import { pageForms, readTyped } from './comments/comment-form.ts';
import { contactForm } from './contact/contact-form.ts';
import { contactRoutes } from './contact/contact-api.ts';
import { reportRoutes } from './operations/csp-reports.ts';
import { answerErrors } from './pages/error-handler.ts';
import { healthRoutes } from './operations/health.ts';
import { mapFrameRoutes } from './pages/map-frame.ts';
import { mediaRoutes } from './news/pictures.ts';
import { newsRoutes } from './news/news-api.ts';
import { sandboxRoutes } from './activation/sandbox-page.ts';
import { textRoutes } from './pages/texts-api.ts';
import { vitalsRoutes } from './operations/vitals-report.ts';
import type { TextStore } from './texts.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  texts: TextStore;
  manifest: Manifest;
  backendClient: BackendClient;
  metrics?: Metrics;
  /** Where several copies share their counts of posts. */
  openStore?: OpenStore;
  /** Whether the embedded backend can keep what it is sent; for /readyz. */
  readStorage?: () => { storage: 'ok' | 'failing' };
  /** What the build made for browsers. */
  clientDir: string;
  /** The pictures of the built-in news. */
  picturesDir: string;
  /** Unbuilt code asks for static/ as it is. */
  staticDir?: string;
  /** A chance to answer first, for development. */
  first?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface App {
  handler: RequestListener;
  /** Says whether new visitors should come here; false while shutting down. */
  ready: boolean;
  /** Renders every page in both languages before it is asked for. */
  warm(): Promise<void>;
}

/** Everything that answers requests, apart from the process: middleware in the order a request meets it. */
export function createApp({
  config,
  log,
  texts,
  manifest,
  backendClient,
  metrics = createMetrics(),
  openStore,
  readStorage,
  clientDir,
  picturesDir,
  staticDir,
  first,
}: AppOptions): App {
  // What asset() names, as a file.
  const fileOf = (address: string) =>
    staticDir && address.startsWith('/static/') ? join(staticDir, '..', address) : join(clientDir, address);
  const security = createSecurityHeaders(config);
  const newsRepository = createNewsRepository(backendClient, log, metrics);
  const renderer = createRenderer({
    newsRepository,
    texts,
    manifest,
    origin: config.publicUrl,
    googleMap: config.mapsApiKey !== null,
    printIcons: readIcons(fileOf(asset('icons.svg'))),
    log,
  });
  const cache = createPageCache(config.pageCacheBytes);
  metrics.watchCache(() => cache.bytes);
  const pages = createPages({
    config,
    isKnownQuery: createKnownQuery(texts, newsRepository),
    renderer,
    cache,
    manifest,
    security,
    metrics,
    log,
  });
  const postComment = createPostComment(newsRepository, log, () => {
    // The page's address has the slug, the call has the id: every stored article is rendered anew.
    pages.forget('/news/');
  });
  const activation = {
    startTrial: createStartTrial(backendClient, log),
    createInvoice: createInvoicing({ config, texts, backendClient, log }),
  };
  const plainPages = createPlainPages({ config, texts, manifest, security });
  const postContact = createPostContact(backendClient, log);

  const guard = createGuard({ config, metrics, findCanonicalPath });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);

  // Express would answer 400 to what it cannot decode; such an address simply does not exist.
  app.use((req, res, next) => {
    if (decode(req.path) !== null) next();
    else if (isApi(req.path)) res.status(404).json({ error: 'notFound' });
    else return pages.answer(req, res);
  });
  app.use(compression({ threshold: 512 }));
  // What says nothing of itself is nobody's to keep: an answer of one moment, a 404 during an upgrade.
  app.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(
    healthRoutes({ isReady: () => state.ready, backendClient, embedded: config.backendUrl === null, readStorage }),
  );
  // Beside METRICS_PORT, or for everybody, they are not shown.
  if (config.metricsToken && !config.metricsPort) app.get('/metrics', answerMetrics(metrics, config.metricsToken));

  app.use(refuseMethod);
  app.use(staticFiles(clientDir, staticDir));

  app.use('/texts', textRoutes(texts));
  if (config.mapsApiKey)
    app.use(mapFramePath, mapFrameRoutes({ key: config.mapsApiKey, config, texts, manifest, security }));

  app.use(feedRoutes({ config, newsRepository, renderer, texts, manifest, fileOf, log }));

  const limits = { config, metrics, openStore };
  app.use(reportRoutes(log, metrics, limitBeacons(limits, 'report')));
  app.use(refuseForeign(config));
  app.use(
    limitPosts(limits, async (req, res) => {
      if (findRoute(req.path))
        await pages.answer(req, res, {
          form: { values: await readTyped(req, res), errors: { form: 'tooMany' } },
          status: 429,
        });
      else res.status(429).type('text/plain').send('Too many requests\n');
    }),
  );
  app.use(
    '/vitals',
    limitBeacons(limits, 'vitals'),
    vitalsRoutes(metrics, new Set(allRoutes().map(({ name }) => name))),
  );
  app.use('/media', mediaRoutes(backendClient, log, picturesDir));
  app.use('/api/news', newsRoutes(newsRepository, postComment));
  app.use('/api', activationRoutes(activation));
  app.use('/api/contact', contactRoutes(postContact));
  app.use('/api', (req, res) => {
    res.status(404).json({ error: 'notFound' });
  });

  if (!config.backendUrl) app.use(sandboxRoutes({ config, backendClient, plainPages }));
  app.use(activationForm({ pages, plainPages, ...activation }));
  app.use(pageForms({ newsRepository, pages, postComment }));
  app.use(contactForm({ pages, postContact }));
  app.use(async (req: Request, res: Response) => {
    if (req.method === 'GET' || req.method === 'HEAD') return pages.answer(req, res);
    const match = findRoute(readAddress(req)?.pathname ?? '');
    if (!match) return pages.answer(req, res);
    res.status(405).set('Allow', 'GET, HEAD').type('text/plain').send('Method not allowed\n');
  });

  app.use(answerErrors(pages, log));

  const writeLine = createRequestLog(log, metrics);
  const state: App = {
    ready: true,
    handler(request, response) {
      const { id } = openContext(request, response, config.trustProxy !== false);
      response.on('close', writeLine);
      const setCommonHeaders = () => {
        response.setHeader('X-Request-Id', id);
        for (const [name, value] of Object.entries(security.common)) response.setHeader(name, value);
        if (!state.ready) response.setHeader('Connection', 'close');
      };
      if (guard(request, response, setCommonHeaders)) return;
      // The page cache holds HTML alone; what it answers carries its own headers.
      if (state.ready && !prefersMarkdown(request) && pages.answerReady(request, response)) return;
      setCommonHeaders();
      if (!first?.(request, response)) app(request, response);
    },
    async warm() {
      if (config.pageCacheBytes === 0) return;
      for (const { path } of routes.filter((route) => !route.path.includes(':') && !route.hidden))
        await pages.warm(path);
    },
  };
  return state;
}
