import { posix } from 'node:path';
import { contactCallBytes } from '#shared/contact-limits.ts';
import { ownPaths } from '#shared/own-paths.ts';
import { sandboxPattern } from '#shared/payment-address.ts';
import type { Config } from './config/config.ts';
import { deskUploadBytes } from './desk/desk-upload.ts';
import { markdownPattern } from './feeds/markdown-paths.ts';
import type { Handlers } from './handlers.ts';
import {
  createEndpointTable,
  type BodyPolicy,
  type Endpoint,
  type EndpointTable,
  type Handler,
} from './http/endpoint-table.ts';
import { readRootFiles } from './http/static-files.ts';
import { reportPath } from './http/security-headers.ts';
import { reportTypes } from './operations/csp-reports.ts';
import { metricsPath } from './operations/metrics-server.ts';

/** A row of the table; `handler` is the name of its handler in `Handlers`. */
interface EndpointRow extends Omit<Endpoint, 'handler'> {
  handler: keyof Handlers;
}

// Values of Cache-Control.
const never = 'no-store';
const browserOnly = 'private, no-cache';
const minutes15 = 'public, max-age=900';
const hour = 'public, max-age=3600';
const day = 'public, max-age=86400';
const forever = 'public, max-age=31536000, immutable';

const json = (maxBytes: number): BodyPolicy => ({ kind: 'json', maxBytes });
const upload = (maxBytes: number): BodyPolicy => ({ kind: 'upload', maxBytes });
// navigator.sendBeacon() sends a string as text/plain.
const beacon: BodyPolicy = { kind: 'json', maxBytes: 1024, types: ['text/plain', 'application/json'] };
const cspReports: BodyPolicy = { kind: 'json', maxBytes: 16 * 1024, types: reportTypes };
const paymentReport: BodyPolicy = { kind: 'bytes', maxBytes: 64 * 1024 };
const decision: BodyPolicy = { kind: 'form', maxBytes: 1024 };
// A list of the desk has up to 50 checkboxes on a page.
const deskForm: BodyPolicy = { kind: 'form', maxBytes: 32 * 1024, maxFields: 60 };

// prettier-ignore
const probes: EndpointRow[] = [
  { name: 'probe', path: '/healthz', method: 'GET', cache: never, handler: 'health' },
  { name: 'probe', path: '/readyz', method: 'GET', cache: never, handler: 'readiness' },
  { name: 'probe', path: metricsPath, method: 'GET', cache: never, handler: 'metrics' },
];

// prettier-ignore
const reports: EndpointRow[] = [
  { name: 'report', path: reportPath, method: 'POST', cache: never, body: cspReports, rateLimit: 'report', anyOrigin: true, handler: 'cspReports' },
  { name: 'report', path: '/reports/errors', method: 'POST', cache: never, body: beacon, rateLimit: 'error-report', handler: 'errorReports' },
  { name: 'report', path: '/vitals', method: 'POST', cache: never, body: beacon, rateLimit: 'vitals', handler: 'vitals' },
];

// prettier-ignore
const purge: EndpointRow = { name: 'purge', path: '/purge', method: 'POST', cache: never, errorFormat: 'json', body: json(64 * 1024), rateLimit: 'purge', anyOrigin: true, handler: 'purge' };

// prettier-ignore
const calls: Omit<EndpointRow, 'errorFormat' | 'cache'>[] = [
  { name: 'api-news', path: '/api/news', method: 'GET', handler: 'newsList' },
  { name: 'api-news', path: '/api/news/featured', method: 'GET', handler: 'newsFeatured' },
  { name: 'api-news', path: '/api/news/categories', method: 'GET', handler: 'newsCategories' },
  { name: 'api-news', path: '/api/news/:slug', method: 'GET', handler: 'newsItem' },
  { name: 'api-comments', path: '/api/news/:id/comments', method: 'GET', handler: 'newsComments' },
  { name: 'api-comments', path: '/api/news/:id/comments', method: 'POST', body: json(32 * 1024), rateLimit: 'comment', handler: 'comment' },
  { name: 'api-contact', path: '/api/contact', method: 'POST', body: upload(contactCallBytes()), rateLimit: 'contact', handler: 'contact' },
  { name: 'api-trial', path: '/api/trial/start', method: 'POST', body: json(16 * 1024), rateLimit: 'activation', handler: 'trial' },
  { name: 'api-invoice', path: '/api/monopay/invoice/create', method: 'POST', body: json(16 * 1024), rateLimit: 'activation', handler: 'invoice' },
  { name: 'api-order', path: '/api/orders', method: 'GET', handler: 'order' },
  { name: 'api-webhook', path: '/api/monopay/webhook', method: 'POST', body: paymentReport, rateLimit: 'webhook', anyOrigin: true, handler: 'webhook' },
  { name: 'api-other', path: '/api/*?', method: 'ANY', handler: 'notFound' },
];

/** The files that pages of the site and of the desk load. */
// prettier-ignore
const pageFiles: EndpointRow[] = [
  { name: 'asset', path: '/assets/*', method: 'GET', cache: forever, precompressed: true, handler: 'builtFile' },
  { name: 'asset', path: '/static/*', method: 'GET', cache: never, precompressed: true, handler: 'sourceFile' },
  { name: 'media', path: '/media/*', method: 'GET', cache: never, handler: 'pictures' },
];

// prettier-ignore
const files: EndpointRow[] = [
  { name: 'texts', path: '/texts/:version/:language/:route.json', method: 'GET', cache: forever, errorFormat: 'json', handler: 'texts' },
  { name: 'link-preview', path: '/og/news/:file', method: 'GET', cache: day, handler: 'linkPreviews' },
  { name: 'feed', path: '/feed/:language.xml', method: 'GET', cache: minutes15, handler: 'rssFeed' },
  { name: 'feed', path: '/feed/:language.json', method: 'GET', cache: minutes15, handler: 'jsonFeed' },
  { name: 'feed', path: '/sitemap.xml', method: 'GET', cache: minutes15, handler: 'sitemap' },
  { name: 'feed', path: '/llms.txt', method: 'GET', cache: minutes15, handler: 'llmsText' },
  { name: 'feed', path: '/robots.txt', method: 'GET', cache: hour, handler: 'robots' },
  { name: 'feed', path: '/.well-known/security.txt', method: 'GET', cache: day, handler: 'securityContact' },
  { name: 'feed', path: '/manifest.webmanifest', method: 'GET', cache: day, handler: 'webManifest' },
  { name: 'markdown', path: markdownPattern, method: 'GET', cache: browserOnly, handler: 'markdown' },
];

/** Documents that are no pages of the route table. */
// prettier-ignore
const documents: EndpointRow[] = [
  { name: 'map', path: ownPaths.mapFrame, method: 'GET', cache: browserOnly, handler: 'mapFrame' },
  { name: 'sandbox', path: sandboxPattern, method: 'GET', cache: browserOnly, handler: 'sandboxPage' },
  { name: 'sandbox', path: sandboxPattern, method: 'POST', cache: browserOnly, body: decision, rateLimit: 'payment', handler: 'sandboxDecision' },
];

/** The desk of the staff; the embedded backend makes its pages. */
// prettier-ignore
const desk: EndpointRow[] = [
  { name: 'desk', path: '/desk/news/:id', method: 'GET', cache: never, handler: 'desk' },
  { name: 'desk', path: '/desk/news/:id', method: 'POST', cache: never, body: upload(deskUploadBytes), rateLimit: 'desk', handler: 'desk' },
  { name: 'desk', path: '/desk/sign-in', method: 'GET', cache: never, handler: 'desk' },
  { name: 'desk', path: '/desk/sign-in', method: 'POST', cache: never, body: deskForm, rateLimit: 'sign-in', handler: 'desk' },
  { name: 'desk', path: '/desk/*?', method: 'GET', cache: never, handler: 'desk' },
  { name: 'desk', path: '/desk/*?', method: 'POST', cache: never, body: deskForm, rateLimit: 'desk', handler: 'desk' },
];

/**
 * Every address that is not a page, one row for each method. The first path that matches decides: a method without a
 * row on this path gets 405, even if a later path matches too. Routing, 405 and OPTIONS, the limits of bodies and
 * rates, and the labels in metrics and log derive from these rows. Pages are the rows of client/routes.ts; a page with
 * a form also handles POST.
 */
export const siteRows: readonly EndpointRow[] = [
  ...probes,
  ...reports,
  purge,
  ...calls.map((row): EndpointRow => ({ ...row, cache: never, errorFormat: 'json' })),
  ...pageFiles,
  ...files,
  ...documents,
  ...desk,
];

/** Every address under DESK_HOST: the desk, the files that its pages load, probes and reports. */
// prettier-ignore
export const deskHostRows: readonly EndpointRow[] = [
  ...probes,
  ...reports,
  ...pageFiles,
  ...desk,
  { name: 'desk', path: '/', method: 'GET', cache: never, handler: 'deskHome' },
  { name: 'not-found', path: '/*?', method: 'ANY', cache: never, handler: 'notFound' },
];

/** Probes and Prometheus request these paths by IP address and by HTTP. */
export const probePaths: readonly string[] = probes.map(({ path }) => String(path));

/**
 * Joins the rows with their handlers; a row whose handler is null is left out. Each file at the top level of the built
 * folder gets a row of its own.
 */
function createTable(rows: readonly EndpointRow[], handlers: Handlers, rootFiles: readonly string[]): EndpointTable {
  const rootRows = rootFiles.map((file): EndpointRow => ({
    name: 'root-file',
    path: posix.join('/', file),
    method: 'GET',
    cache: day,
    precompressed: true,
    handler: 'builtFile',
  }));
  const endpoints = [...rootRows, ...rows].flatMap((row): Endpoint[] => {
    const handler: Handler | null = handlers[row.handler];
    return handler ? [{ ...row, handler }] : [];
  });
  return createEndpointTable(endpoints);
}

/** The endpoints of the site, and those of DESK_HOST; with DESK_HOST the site has no desk. */
export interface EndpointTables {
  site: EndpointTable;
  desk: EndpointTable;
}

/** Creates both tables from the rows above and the handlers of the configuration. */
export function createEndpointTables(
  handlers: Handlers,
  { clientDir, config }: { clientDir: string; config: Pick<Config, 'deskHost'> },
): EndpointTables {
  const rootFiles = readRootFiles(clientDir);
  const rows = config.deskHost === null ? siteRows : siteRows.filter((row) => !desk.includes(row));
  return { site: createTable(rows, handlers, rootFiles), desk: createTable(deskHostRows, handlers, rootFiles) };
}
