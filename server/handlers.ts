import { allRoutes } from '#client/routes.ts';
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
import { createStaticHandlers } from './http/static-files.ts';
import { createArticlePictures } from './link-previews/article-pictures.ts';
import { createNewsApi } from './news/news-api.ts';
import { createPictures } from './news/pictures.ts';
import { createCspReports } from './operations/csp-reports.ts';
import { createErrorReports } from './operations/error-reports.ts';
import { answerHealth, createReadiness } from './operations/health.ts';
import { answerMetrics } from './operations/metrics-server.ts';
import { createPurge } from './operations/purge.ts';
import { createVitalsReport } from './operations/vitals-report.ts';
import { createNotFound } from './pages/not-found.ts';
import type { PageForm } from './pages/page-form.ts';
import { createTextsApi } from './pages/texts-api.ts';
import type { Services } from './services.ts';

/** The handlers of the table of endpoints; null where the configuration turns an endpoint off. */
export type Handlers = ReturnType<typeof createHandlers>;

function createOperationsHandlers(site: Services, isReady: () => boolean) {
  const { config, metrics, changes } = site;
  const routeNames = new Set<string>(allRoutes().map(({ name }) => name));
  return {
    health: answerHealth,
    readiness: createReadiness({ ...site, isReady, embedded: config.backendUrl === null }),
    // On this port the metrics need a token, and they are not served here when METRICS_PORT is set.
    metrics: config.metricsToken && !config.metricsPort ? answerMetrics(metrics, config.metricsToken) : null,
    cspReports: createCspReports(site),
    errorReports: createErrorReports({ ...site, routeNames }),
    vitals: createVitalsReport(site, routeNames),
    purge: config.purgeToken ? createPurge(changes, config.purgeToken) : null,
  };
}

function createCallHandlers(site: Services) {
  const { config, backendClient, log } = site;
  const hasProvider = config.backendUrl !== null || config.monobankToken !== null;
  return {
    news: createNewsApi(site),
    comment: createCommentApi(site.postComment),
    contact: createContactApi({ ...site, readLargeJson: createLargeJsonReader(site.spool) }),
    trial: createTrialApi(site.startTrial),
    invoice: createInvoiceApi(site.createInvoice),
    order: createOrderApi(site),
    webhook: hasProvider ? createWebhookApi(backendClient, log) : null,
  };
}

function createDocumentHandlers(site: Services) {
  const { config } = site;
  const hasSandbox = config.backendUrl === null && paymentModeOf(config) === 'sandbox';
  return {
    mapFrame: config.mapsApiKey ? createMapFrame({ ...site, key: config.mapsApiKey }) : null,
    sandbox: hasSandbox ? createSandboxPage(site) : null,
    desk: config.deskEmails.length > 0 ? createDeskProxy(site) : null,
    deskHome: redirectToDesk,
  };
}

export function createHandlers(site: Services, isReady: () => boolean) {
  const notFound = createNotFound(site.sendText);
  const { built, sources } = createStaticHandlers({ ...site, notFound });
  return {
    notFound,
    builtFile: built,
    sourceFile: sources,
    texts: createTextsApi(site.texts),
    pictures: createPictures(site),
    linkPreviews: createArticlePictures(site),
    feeds: createFeedsApi(site),
    markdown: site.markdown.handler,
    ...createOperationsHandlers(site, isReady),
    ...createCallHandlers(site),
    ...createDocumentHandlers(site),
  };
}

/** The forms of pages, which handle POST without JavaScript. */
export function createPageForms(site: Services): PageForm[] {
  return [createCommentForm(site), createContactForm(site), createActivationForm(site)];
}
