import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteMatch } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import { languageNames } from '#shared/languages.ts';
import type { Config } from '#server/config.ts';
import { matchesEtag } from '#server/http/etag.ts';
import { contextOf, type CacheOutcome } from '#server/http/request-context.ts';
import { createNonce, type SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/manifest.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { bodyOf, type StoredPage } from './page-cache.ts';
import { createPageHeaders, writeHead, type PageRequest } from './page-headers.ts';
import { BusyError, type OpenedPage, type PageSource, type PageWish } from './page-source.ts';
import type { Rendered, Renderer } from './render.tsx';
import { describeVariant, isKeyOf, pageKey, siteRequestOf, type SiteRequest } from './site-request.ts';

/** What a page is rendered with besides its address. */
export interface PageExtra {
  /** What a form without JavaScript has sent, and what is wrong with it. */
  form?: FormState;
  status?: number;
}

export interface Pages {
  /** Answers a page that is stored; false when it has to be rendered. */
  answerCached(request: IncomingMessage, response: ServerResponse): boolean;
  answer(request: IncomingMessage, response: ServerResponse, extra?: PageExtra): Promise<void>;
  /** Answers the error page, with the id of the request. */
  answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Renders a page in both languages before anybody asks for it. */
  warm(path: string): Promise<void>;
  /** Removes the stored pages of these paths, in both languages and with any query; all pages without paths. */
  purge(paths?: Iterable<string>): void;
}

interface Options {
  config: Config;
  source: PageSource;
  renderer: Renderer;
  manifest: Manifest;
  security: SecurityHeaders;
  metrics: Pick<Metrics, 'render'>;
  /** Limits reads of articles that nobody has heard of; answers the request itself when it is one too many. */
  limitGuesses(request: IncomingMessage, response: ServerResponse, slug: string): Promise<boolean>;
  now?: () => number;
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** From a request for a page to its answer. */
export function createPages(options: Options): Pages {
  const { config, source, renderer, manifest, security, metrics, limitGuesses, now = Date.now } = options;
  const headers = createPageHeaders(config, manifest, security);

  interface Stored {
    page: StoredPage;
    from: CacheOutcome;
    encoding: SiteRequest['encoding'];
  }

  function sendStored(
    request: IncomingMessage,
    response: ServerResponse,
    asked: PageRequest,
    { page, from, encoding }: Stored,
  ): void {
    const known = page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag);
    const context = contextOf(response);
    context.cache = from;
    const { lines, requestIdAt, timingAt, ageAt } = headers.stored(asked, page, known ? 'none' : encoding);
    // Written into the cached lines themselves: node:http has read them when writeHead returns.
    lines[requestIdAt] = context.id;
    lines[timingAt] = from === 'miss' ? `${page.timing}, cache;desc=miss` : `cache;desc=${from}`;
    lines[ageAt] = String(Math.max(0, Math.floor((now() - page.storedAt) / 1000)));
    writeHead(response, known ? 304 : page.status, lines);
    response.end(known || request.method === 'HEAD' ? undefined : bodyOf(page, encoding));
  }

  async function sendStreamed(
    request: IncomingMessage,
    response: ServerResponse,
    asked: PageRequest,
    rendered: Rendered,
  ): Promise<void> {
    const nonce = createNonce();
    const { visit, startedAt, openMs, status } = rendered;
    writeHead(response, status, [
      ...headers.streamed(asked, status, nonce),
      'Server-Timing',
      `data;dur=${openMs.toFixed(1)}, cache;desc=streamed`,
    ]);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const measure = (outcome: 'streamed' | 'failed') =>
      metrics.render(visit.route.name, outcome, performance.now() - startedAt);
    await renderer
      .stream(rendered, nonce, {
        write: (chunk) => response.write(chunk),
        // Added by the compression middleware; without compression there is nothing to flush.
        flush: () => (response as { flush?: () => void }).flush?.(),
        end: () => response.end(),
        on: (event, listener) => response.on(event, listener),
      })
      .catch((error: unknown) => {
        measure('failed');
        throw error;
      });
    measure('streamed');
  }

  function redirect(response: ServerResponse, { canonicalPath }: RouteMatch, { search }: URL): void {
    response.statusCode = 301;
    response.setHeader('Location', `${canonicalPath}${search}`);
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.end();
  }

  function sendBusy(response: ServerResponse): void {
    response.statusCode = 503;
    response.setHeader('Retry-After', '2');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end('Too many requests at once. Please try again in a moment.\n');
  }

  function open({ key, address, choice }: SiteRequest, extra: PageExtra): Promise<OpenedPage> {
    if (key !== null && !extra.form) return source.produce({ key, address, choice });
    return source.withinLimit(async () => {
      const rendered = await renderer.open(address, choice.language, extra);
      return { kind: rendered.complete ? 'complete' : 'streamed', rendered };
    });
  }

  async function answerOpened(
    request: IncomingMessage,
    response: ServerResponse,
    asked: SiteRequest,
    extra: PageExtra,
  ): Promise<void> {
    const opened = await open(asked, extra);
    const { encoding } = asked;
    // The answer to a form belongs to the visitor who sent it.
    const personal: PageRequest = { choice: asked.choice, key: null, variant: describeVariant(asked.choice, null) };
    if (opened.kind === 'ready') sendStored(request, response, asked, { ...opened, encoding });
    else if (opened.kind === 'streamed') await sendStreamed(request, response, personal, opened.rendered);
    else {
      const page = await source.finish(opened.rendered);
      sendStored(request, response, personal, { page, from: 'miss', encoding });
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, extra: PageExtra = {}): Promise<void> {
    const asked = siteRequestOf(response);
    const { address, match } = asked;
    // What a form has sent is answered where it was sent: a redirect would lose it.
    if (match && !extra.form && match.canonicalPath !== address.pathname) return redirect(response, match, address);
    const context = contextOf(response);
    context.language = asked.choice.language;
    context.route = match?.route.name ?? 'not-found';
    context.cache = 'miss';
    const slug = match?.params['slug'];
    if (slug !== undefined && (await limitGuesses(request, response, slug))) return;
    try {
      await answerOpened(request, response, asked, extra);
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      sendBusy(response);
    }
  }

  function answerCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isRead(request)) return false;
    const asked = siteRequestOf(response);
    if (asked.key === null) return false;
    const cached = source.read({ key: asked.key, address: asked.address, choice: asked.choice });
    if (!cached) return false;
    const context = contextOf(response);
    context.route = asked.match?.route.name ?? 'not-found';
    context.language = asked.choice.language;
    sendStored(request, response, asked, { ...cached, encoding: asked.encoding });
    return true;
  }

  async function answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { address, choice, encoding } = siteRequestOf(response);
    const page = await source.finish(await renderer.openFailure(address, choice.language, contextOf(response).id));
    sendStored(
      request,
      response,
      { choice, key: null, variant: describeVariant(choice, null) },
      { page, from: 'miss', encoding },
    );
  }

  async function warm(path: string): Promise<void> {
    for (const language of languageNames) {
      const address = new URL(path, 'http://site');
      const choice = { language, fromAddress: false, changed: false };
      const wish: PageWish = { key: pageKey(address.pathname, '', language), address, choice };
      await source.warm(wish);
    }
  }

  function purge(paths?: Iterable<string>): void {
    const named = paths && new Set(paths);
    source.purge((key) => !named || isKeyOf(key, named));
  }

  return { answerCached, answer, answerFailure, warm, purge };
}
