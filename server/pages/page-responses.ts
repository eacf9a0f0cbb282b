import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { RouteMatch } from '#client/routes.ts';
import { clientKeyOf } from '#server/http/client-key.ts';
import { matchesEtag } from '#server/http/etag.ts';
import { contextOf, type SiteRequest } from '#server/http/request-context.ts';
import { createNonce } from '#server/http/security-headers.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { bodyOf, encodingOf } from './page-cache.ts';
import { setOwnValues, writeHead, type PageHeaders, type PageRequest } from './page-headers.ts';
import type { PreparedPage } from './prepare-page.ts';
import type { ServedPage } from './produce-page.ts';
import type { Renderer } from './render.tsx';
import type { RenderLimits } from './render-limits.ts';

interface Options {
  headers: PageHeaders;
  renderLimits: Pick<RenderLimits, 'withinStreamLimit'>;
  renderer: Pick<Renderer, 'stream'>;
  metrics: Pick<Metrics, 'render' | 'staleIfError'>;
}

/** Streams a page into a response, and measures the time. `begin` is called when the page can be sent. */
async function stream(
  { renderer, metrics }: Pick<Options, 'renderer' | 'metrics'>,
  response: ServerResponse,
  prepared: PreparedPage,
  options: { nonce: string; begin: () => void },
): Promise<void> {
  const { visit, startedAt } = prepared;
  const measure = (outcome: 'streamed' | 'failed') =>
    metrics.render(visit.route.name, outcome, performance.now() - startedAt);
  await renderer.stream(prepared, response, options).catch((error: unknown) => {
    measure('failed');
    throw error;
  });
  measure('streamed');
}

/** Writes pages into responses: complete pages at once, others while they are rendered. */
export function createPageResponses(options: Options) {
  const { headers, renderLimits, metrics } = options;

  function sendComplete(
    request: IncomingMessage,
    response: ServerResponse,
    pageRequest: PageRequest & Pick<SiteRequest, 'encoding'>,
    { page, cacheOutcome }: ServedPage,
  ): void {
    const encoding = encodingOf(page, pageRequest.encoding);
    const isNotModified = page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag);
    const context = contextOf(response);
    context.cache = cacheOutcome;
    if (cacheOutcome === 'stale-if-error') metrics.staleIfError();
    const lines = headers.complete(pageRequest, page, isNotModified ? 'none' : encoding);
    const timing = cacheOutcome === 'miss' ? `${page.timing}, cache;desc=miss` : `cache;desc=${cacheOutcome}`;
    // The cached lines themselves are changed, because node:http has read them when writeHead returns.
    setOwnValues(lines, context.id, timing, Math.max(0, Math.floor((performance.now() - page.storedAt) / 1000)));
    writeHead(response, isNotModified ? 304 : page.status, lines);
    response.end(isNotModified || request.method === 'HEAD' ? undefined : bodyOf(page, encoding));
  }

  /** Rejects with a BusyError, before it writes anything, when too many pages are being streamed. */
  async function sendStreamed(
    request: Request,
    response: ServerResponse,
    pageRequest: PageRequest,
    prepared: PreparedPage,
  ): Promise<void> {
    const nonce = createNonce();
    const { openMs, status } = prepared;
    const sendHead = () =>
      writeHead(response, status, [
        ...headers.streamed(pageRequest, status, nonce),
        'Server-Timing',
        `data;dur=${openMs.toFixed(1)}, cache;desc=streamed`,
      ]);
    if (request.method === 'HEAD') {
      sendHead();
      // Before end(): otherwise the compression middleware sees an empty body and does not set Content-Encoding.
      response.flushHeaders();
      response.end();
      return;
    }
    // The visitor may have left while the page was opened; the response then gives no event that ends the stream.
    if (response.destroyed) return;
    await renderLimits.withinStreamLimit(clientKeyOf(request), () =>
      stream(options, response, prepared, { nonce, begin: sendHead }),
    );
  }

  return { sendComplete, sendStreamed };
}

export type PageResponses = ReturnType<typeof createPageResponses>;

/** Redirects to the canonical address of a page, with the same query, which may contain a visitor's data. */
export function sendRedirect(response: ServerResponse, { canonicalPath }: RouteMatch, { search }: URL): void {
  response.statusCode = 301;
  response.setHeader('Location', `${canonicalPath}${search}`);
  response.setHeader('Cache-Control', search ? 'private, max-age=86400' : 'public, max-age=86400');
  response.end();
}
