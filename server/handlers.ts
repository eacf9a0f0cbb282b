import { createInvoiceApi, createTrialApi } from './activation/activation-api.ts';
import { createActivationForm } from './activation/activation-form.ts';
import { createOrderApi, createWebhookApi } from './activation/order-api.ts';
import { createSandboxPage } from './activation/sandbox-page.ts';
import { createCommentApi } from './comments/comment-api.ts';
import { createCommentForm } from './comments/comment-form.ts';
import { paymentModeOf } from './config/payment-mode.ts';
import { createContactApi } from './contact/contact-api.ts';
import { createContactForm } from './contact/contact-form.ts';
import { createMapFrame } from './contact/map-frame.ts';
import { createDeskProxy, redirectToDesk } from './desk/desk-proxy.ts';
import { createFeedsApi } from './feeds/feeds-api.ts';
import { createLargeJsonReader } from './http/body/large-json.ts';
import type { Handler } from './http/endpoint-table.ts';
import { createStaticHandlers } from './http/static-files.ts';
import { createArticlePictures } from './link-previews/article-pictures.ts';
import { createNewsApi } from './news/news-api.ts';
import { createPictures } from './news/pictures.ts';
import { createCspReports } from './operations/csp-reports.ts';
import { createErrorReports } from './operations/error-reports.ts';
import { handleHealth, createReadiness } from './operations/health.ts';
import { createMetricsHandler } from './operations/metrics-server.ts';
import { createPurge } from './news/purge.ts';
import { createVitalsReport } from './operations/vitals-report.ts';
import type { PageForm } from './forms/page-form.ts';
import { routeNames } from './pages/page-routes.ts';
import { createTextsApi } from './pages/texts-api.ts';
import type { AppServices } from './app-services.ts';

/** The handlers of the table of endpoints; null where the configuration turns an endpoint off. */
export type Handlers = ReturnType<typeof createHandlers>;

function createOperationsHandlers(services: AppServices, isReady: () => boolean) {
  const { config, changes, backendClient, readEmbeddedState } = services;
  const embedded = config.backendUrl === null;
  return {
    health: handleHealth,
    // The start of the embedded backend fails if its database cannot be used. Later pages are served without the
    // backend, so its state is only a detail.
    readiness: createReadiness(
      () => isReady() && readEmbeddedState?.().storage !== 'starting',
      () => ({ backend: backendClient.state, embedded, ...readEmbeddedState?.() }),
    ),
    // On this port the metrics need a token, and they are not served here when METRICS_PORT is set.
    metrics: config.metricsToken && !config.metricsPort ? createMetricsHandler(services, config.metricsToken) : null,
    cspReports: createCspReports(services),
    errorReports: createErrorReports({ ...services, routeNames }),
    vitals: createVitalsReport({ ...services, routeNames }),
    purge: config.purgeToken ? createPurge(changes, config.purgeToken) : null,
  };
}

function createCallHandlers(services: AppServices) {
  const { config, backendClient, log } = services;
  const hasProvider = config.backendUrl !== null || config.monobankToken !== null;
  const news = createNewsApi(services);
  return {
    newsList: news.list,
    newsFeatured: news.featured,
    newsCategories: news.categories,
    newsItem: news.item,
    newsComments: news.comments,
    comment: createCommentApi(services.postComment),
    contact: createContactApi({ ...services, readLargeJson: createLargeJsonReader(services.spool) }),
    trial: createTrialApi(services.startTrial),
    invoice: createInvoiceApi(services.createInvoice),
    order: createOrderApi(services),
    webhook: hasProvider ? createWebhookApi(backendClient, log) : null,
  };
}

function createDocumentHandlers(services: AppServices) {
  const { config } = services;
  const hasSandbox = config.backendUrl === null && paymentModeOf(config) === 'sandbox';
  const sandbox = hasSandbox ? createSandboxPage(services) : null;
  return {
    mapFrame: config.mapsApiKey ? createMapFrame({ ...services, key: config.mapsApiKey }) : null,
    sandboxPage: sandbox?.show ?? null,
    sandboxDecision: sandbox?.decide ?? null,
    desk: config.deskEmails.length > 0 ? createDeskProxy(services) : null,
    deskHome: redirectToDesk,
  };
}

/** Creates the handlers of all endpoints, by the names in the table of endpoints; null where an endpoint is off. */
export function createHandlers(services: AppServices, isReady: () => boolean) {
  const notFound: Handler = (_req, res) => services.sendError(res, 404, 'notFound');
  const { built, sources } = createStaticHandlers({ ...services, notFound });
  return {
    notFound,
    builtFile: built,
    sourceFile: sources,
    texts: createTextsApi(services.texts),
    pictures: createPictures(services),
    linkPreviews: createArticlePictures(services),
    ...createFeedsApi(services),
    markdown: services.markdown.handler,
    ...createOperationsHandlers(services, isReady),
    ...createCallHandlers(services),
    ...createDocumentHandlers(services),
  };
}

/** The forms of pages, which handle POST without JavaScript. */
export function createPageForms(services: AppServices): PageForm[] {
  return [createCommentForm(services), createContactForm(services), createActivationForm(services)];
}
