import { mapFramePath } from '#shared/map-frame.ts';
import { allRoutes } from '#client/routes.ts';
import { createInvoiceApi, createTrialApi } from './activation/activation-api.ts';
import { createActivationForm } from './activation/activation-form.ts';
import { createOrderApi, createWebhookApi } from './activation/order-api.ts';
import { createSandboxPage, sandboxPattern } from './activation/sandbox-page.ts';
import { createCommentApi } from './comments/comment-api.ts';
import { createCommentForm } from './comments/comment-form.ts';
import { contactBodyBytes, createContactApi } from './contact/contact-api.ts';
import { createContactForm } from './contact/contact-form.ts';
import { createDeskPassage } from './desk/desk-passage.ts';
import { deskUploadBytes } from './desk/desk-upload.ts';
import { createFeedsApi } from './feeds/feeds-api.ts';
import { twinPath } from './feeds/markdown-twins.ts';
import { createLargeJsonReader } from './http/body/large-json.ts';
import type { BodyPolicy, Endpoint, Handler } from './http/endpoint-table.ts';
import { reportPath } from './http/security-headers.ts';
import { createStaticEndpoints } from './http/static-files.ts';
import { createArticlePictures } from './link-previews/article-pictures.ts';
import { createNewsApi } from './news/news-api.ts';
import { createPictures } from './news/pictures.ts';
import { createCspReports, reportTypes } from './operations/csp-reports.ts';
import { createErrorReports } from './operations/error-reports.ts';
import { answerHealth, createReadiness } from './operations/health.ts';
import { answerMetrics } from './operations/metrics-server.ts';
import { createPurge } from './operations/purge.ts';
import { createVitalsReport } from './operations/vitals-report.ts';
import { createMapFrame } from './pages/map-frame.ts';
import type { PageForm } from './pages/page-form.ts';
import { createTextsApi } from './pages/texts-api.ts';
import { paymentModeOf } from './payment-mode.ts';
import type { Services } from './services.ts';

// What an answer says of caching, unless its handler knows better.
const never = 'no-store';
const personal = 'private, no-cache';
const minutes15 = 'public, max-age=900';
const hour = 'public, max-age=3600';
const day = 'public, max-age=86400';
const forever = 'public, max-age=31536000, immutable';

const json = (maxBytes: number): BodyPolicy => ({ kind: 'json', maxBytes });
const beacon: BodyPolicy = { kind: 'text', maxBytes: 1024 };

/** In one line of text: where no page can be shown. */
const createPlainNotFound =
  ({ sendPlain }: Services): Handler =>
  (_req, res) =>
    sendPlain(res, 404, 'notFound');

const notFound: Handler = (_req, res) => {
  res.status(404).json({ error: 'notFound' });
};

/** What pages answer to POST. */
export function createPageForms(site: Services): PageForm[] {
  return [createCommentForm(site), createContactForm(site), createActivationForm(site)];
}

/** No address for reports where no payment provider is connected. */
function createWebhookRows({ config, backendClient, log }: Services): Omit<Endpoint, 'errors' | 'cache'>[] {
  if (config.backendUrl === null && config.monobankToken === null) return [];
  const handler = createWebhookApi(backendClient, log);
  const body: BodyPolicy = { kind: 'bytes', maxBytes: 64 * 1024 };
  const path = '/api/monopay/webhook';
  return [{ name: 'api-webhook', path, method: 'POST', body, limit: 'webhook', anyOrigin: true, handler }];
}

function createApiEndpoints(site: Services): Endpoint[] {
  const news = createNewsApi(site);
  const contact = createContactApi({ ...site, readLargeJson: createLargeJsonReader(site.spool) });
  const trial = createTrialApi(site.startTrial);
  const invoice = createInvoiceApi(site.createInvoice);
  const upload: BodyPolicy = { kind: 'upload', maxBytes: contactBodyBytes };
  // prettier-ignore
  const rows: Omit<Endpoint, 'errors' | 'cache'>[] = [
    { name: 'api-news', path: '/api/news', method: 'GET', handler: news.list },
    { name: 'api-news', path: '/api/news/featured', method: 'GET', handler: news.featured },
    { name: 'api-news', path: '/api/news/categories', method: 'GET', handler: news.categories },
    { name: 'api-news', path: '/api/news/:slug', method: 'GET', handler: news.item },
    { name: 'api-comments', path: '/api/news/:id/comments', method: 'GET', handler: news.comments },
    { name: 'api-comments', path: '/api/news/:id/comments', method: 'POST', body: json(32 * 1024), limit: 'comment', handler: createCommentApi(site.postComment) },
    { name: 'api-contact', path: '/api/contact', method: 'POST', body: upload, limit: 'contact', handler: contact },
    { name: 'api-trial', path: '/api/trial/start', method: 'POST', body: json(16 * 1024), limit: 'activation', handler: trial },
    { name: 'api-invoice', path: '/api/monopay/invoice/create', method: 'POST', body: json(16 * 1024), limit: 'activation', handler: invoice },
    { name: 'api-order', path: '/api/orders', method: 'GET', handler: createOrderApi(site) },
    ...createWebhookRows(site),
    { name: 'api-other', path: '/api/*?', method: 'ANY', handler: notFound },
  ];
  return rows.map((row) => ({ ...row, cache: never, errors: 'json' }));
}

function createFileEndpoints(site: Services): Endpoint[] {
  const feeds = createFeedsApi(site);
  // prettier-ignore
  return [
    ...createStaticEndpoints({ ...site, notFound: createPlainNotFound(site) }),
    { name: 'texts', path: '/texts/:version/:language/:route.json', method: 'GET', cache: forever, errors: 'json', handler: createTextsApi(site.texts) },
    { name: 'media', path: '/media/*', method: 'GET', cache: never, handler: createPictures(site) },
    { name: 'link-preview', path: '/og/news/:file', method: 'GET', cache: day, handler: createArticlePictures(site) },
    { name: 'feed', path: '/feed/:language.xml', method: 'GET', cache: minutes15, handler: feeds.rss },
    { name: 'feed', path: '/feed/:language.json', method: 'GET', cache: minutes15, handler: feeds.jsonFeed },
    { name: 'feed', path: '/sitemap.xml', method: 'GET', cache: minutes15, handler: feeds.sitemap },
    { name: 'feed', path: '/llms.txt', method: 'GET', cache: minutes15, handler: feeds.guide },
    { name: 'feed', path: '/robots.txt', method: 'GET', cache: hour, handler: feeds.robots },
    { name: 'feed', path: '/.well-known/security.txt', method: 'GET', cache: day, handler: feeds.securityContact },
    { name: 'feed', path: '/manifest.webmanifest', method: 'GET', cache: day, handler: feeds.webManifest },
    { name: 'markdown', path: twinPath, method: 'GET', cache: personal, handler: site.twins.handler },
  ];
}

function createOperationsEndpoints(site: Services, isReady: () => boolean): Endpoint[] {
  const { config, metrics } = site;
  const routeNames = new Set<string>(allRoutes().map(({ name }) => name));
  const readiness = createReadiness({ ...site, isReady, embedded: config.backendUrl === null });
  const reports: BodyPolicy = { kind: 'json', maxBytes: 16 * 1024, types: reportTypes };
  // prettier-ignore
  const rows: Endpoint[] = [
    { name: 'probe', path: '/healthz', method: 'GET', cache: never, handler: answerHealth },
    { name: 'probe', path: '/readyz', method: 'GET', cache: never, handler: readiness },
    { name: 'report', path: reportPath, method: 'POST', cache: never, body: reports, limit: 'report', anyOrigin: true, handler: createCspReports(site) },
    { name: 'report', path: '/reports/errors', method: 'POST', cache: never, body: beacon, limit: 'error-report', handler: createErrorReports({ ...site, routeNames }) },
    { name: 'report', path: '/vitals', method: 'POST', cache: never, body: beacon, limit: 'vitals', handler: createVitalsReport(site, routeNames) },
  ];
  // Not beside METRICS_PORT, and not for everybody.
  if (config.metricsToken && !config.metricsPort)
    rows.push({
      name: 'probe',
      path: '/metrics',
      method: 'GET',
      cache: never,
      handler: answerMetrics(metrics, config.metricsToken),
    });
  if (config.purgeToken) {
    const handler = createPurge(site.changes, config.purgeToken);
    const body = json(64 * 1024);
    rows.push({
      name: 'purge',
      path: '/purge',
      method: 'POST',
      cache: never,
      errors: 'json',
      body,
      limit: 'purge',
      anyOrigin: true,
      handler,
    });
  }
  return rows;
}

/** The desk of the staff, which the embedded backend answers. */
function createDeskEndpoints(site: Services): Endpoint[] {
  const handler = createDeskPassage(site);
  const common = { name: 'desk', cache: never, handler } as const;
  // A page of a list has 50 boxes to tick.
  const body: BodyPolicy = { kind: 'form', maxBytes: 32 * 1024, maxFields: 60 };
  const upload: BodyPolicy = { kind: 'upload', maxBytes: deskUploadBytes };
  return [
    { ...common, path: '/desk/news/:id', method: 'GET' },
    { ...common, path: '/desk/news/:id', method: 'POST', body: upload, limit: 'desk' },
    { ...common, path: '/desk/sign-in', method: 'GET' },
    { ...common, path: '/desk/sign-in', method: 'POST', body, limit: 'sign-in' },
    { ...common, path: '/desk/*?', method: 'GET' },
    { ...common, path: '/desk/*?', method: 'POST', body, limit: 'desk' },
  ];
}

/** Parts of pages that are documents of their own. */
function createDocumentEndpoints(site: Services): Endpoint[] {
  const { config } = site;
  const rows: Endpoint[] = [];
  if (config.mapsApiKey) {
    const handler = createMapFrame({ ...site, key: config.mapsApiKey });
    rows.push({ name: 'map', path: mapFramePath, method: 'GET', cache: personal, handler });
  }
  if (config.backendUrl === null && paymentModeOf(config) === 'sandbox') {
    const { show, decide } = createSandboxPage(site);
    const common = { name: 'sandbox', path: sandboxPattern, cache: personal } as const;
    const body: BodyPolicy = { kind: 'form', maxBytes: 1024 };
    rows.push({ ...common, method: 'GET', handler: show });
    rows.push({ ...common, method: 'POST', body, limit: 'payment', handler: decide });
  }
  return rows;
}

/**
 * Every address that is no page, one row for each method; the first row that matches answers. Routing, 405 and OPTIONS,
 * limits of bodies and rates, and the labels in metrics and log are all read from these rows. What pages answer to POST
 * are the forms above.
 */
export function createEndpoints(site: Services, isReady: () => boolean): Endpoint[] {
  const { deskEmails, deskHost } = site.config;
  return [
    ...createOperationsEndpoints(site, isReady),
    ...createApiEndpoints(site),
    ...createFileEndpoints(site),
    ...createDocumentEndpoints(site),
    ...(deskEmails.length > 0 && deskHost === null ? createDeskEndpoints(site) : []),
  ];
}

const onDeskHost = new Set(['probe', 'root-file', 'asset', 'media', 'report']);

/** Every address under DESK_HOST: the desk, what its pages load, and what is asked for by address from inside. */
export function createDeskHostEndpoints(site: Services, isReady: () => boolean): Endpoint[] {
  const shared = [...createOperationsEndpoints(site, isReady), ...createFileEndpoints(site)];
  return [
    ...shared.filter(({ name }) => onDeskHost.has(name)),
    ...createDeskEndpoints(site),
    { name: 'desk', path: '/', method: 'GET', cache: never, handler: (_req, res) => res.redirect(303, '/desk') },
    { name: 'not-found', path: '/*?', method: 'ANY', cache: never, handler: createPlainNotFound(site) },
  ];
}
