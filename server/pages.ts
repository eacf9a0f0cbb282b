import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { languageKey, languages } from '#shared/languages.ts';
import { findRoute, pickQuery, type RouteMatch } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import type { Config } from './config.ts';
import type { KnownQuery } from './known-query.ts';
import { chooseLanguage, type LanguageChoice } from './language.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { storePage, type Encoding, type PageCache, type StoredPage } from './page-cache.ts';
import { createNonce, type Rendered, type Renderer } from './render.tsx';
import { contextOf } from './request-context.ts';
import type { SecurityHeaders } from './security.ts';

const freshMs = 60_000;
/** A page with fallback content is shared only for a moment, so that it recovers with the backend. */
const degradedFreshMs = 2000;
/** Renewing a page that is still served may wait for a slow backend. */
const renewalBudgetMs = 8000;
const yearSeconds = 365 * 24 * 60 * 60;

export interface Pages {
  /** Answers a page that is ready, without asking anything else; false when there is none. */
  answerReady(request: IncomingMessage, response: ServerResponse): boolean;
  answer(request: IncomingMessage, response: ServerResponse, extra?: { form?: FormState; status?: number }): Promise<void>;
  answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Renders a page before anybody asks for it. */
  warm(path: string): Promise<void>;
  /** Forgets every stored page whose path begins so. */
  forget(prefix: string): void;
}

interface Tools {
  config: Config;
  isKnownQuery: KnownQuery;
  renderer: Renderer;
  cache: PageCache;
  security: SecurityHeaders;
  metrics: Metrics;
  log: Log;
}

interface Target {
  address: URL;
  match: RouteMatch | null;
  choice: LanguageChoice;
  /** Null for a page that belongs to one visitor. */
  key: string | null;
}

/** The address of a request; null when it is no path on this site. */
export function readAddress(request: IncomingMessage): URL | null {
  const { url = '' } = request;
  const whole = `http://site${url}`;
  return url.startsWith('/') && URL.canParse(whole) ? new URL(whole) : null;
}

/** The one spelling of an address, with its query. */
export function findCanonicalPath(url: string): string {
  const address = URL.canParse(`http://site${url}`) ? new URL(`http://site${url}`) : null;
  return address ? (findRoute(address.pathname)?.canonicalPath ?? address.pathname) + address.search : url;
}

function bestEncoding(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding'];
  if (!accepted) return 'identity';
  if (/\bbr\b/.test(accepted) && !/;\s*q=/.test(accepted)) return 'br';
  const [encoding] = new Negotiator(request).encodings(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}

export function createPages({ config, isKnownQuery, renderer, cache, security, metrics, log }: Tools): Pages {
  // A visitor never waits for a renewal, which may wait for the backend: the two do not share their renders.
  const inFlight = new Map<string, Promise<StoredPage | Rendered>>();
  const renewals = new Map<string, Promise<StoredPage | Rendered>>();
  const secureCookie = config.publicUrl.startsWith('https:') ? '; Secure' : '';

  function find(request: IncomingMessage): Target | null {
    const address = readAddress(request);
    if (!address) return null;
    const match = findRoute(address.pathname);
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    const shared = match !== null && match.canonicalPath === address.pathname
      && !match.route.personal.some((name) => address.searchParams.has(name))
      && isKnownQuery(match.route, address.searchParams);
    const key = shared ? `${address.pathname}\n${pickQuery(match.route, address.searchParams)}\n${choice.language}` : null;
    return { address, match, choice, key };
  }

  function setCommon(response: ServerResponse, { choice, key }: Pick<Target, 'choice' | 'key'>, status: number): void {
    const { language, fromAddress, changed } = choice;
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Language', languages[language].html);
    response.setHeader('Vary', fromAddress ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding, Accept-Language, Cookie');
    const shared = key !== null && status === 200 && !changed;
    response.setHeader('Cache-Control', shared ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'private, no-cache');
    if (changed) response.setHeader('Set-Cookie', `${languageKey}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secureCookie}`);
  }

  function sendStored(request: IncomingMessage, response: ServerResponse, target: Pick<Target, 'choice' | 'key'>, page: StoredPage): void {
    setCommon(response, target, page.status);
    response.setHeader('Content-Security-Policy', security.contentSecurityPolicy());
    response.setHeader('Reporting-Endpoints', security.reportingEndpoints);
    const { cache = 'miss' } = contextOf(response);
    response.setHeader('Server-Timing', cache === 'miss' ? `${page.timing}, cache;desc=miss` : `cache;desc=${cache}`);
    if (page.status === 503) response.setHeader('Retry-After', '30');
    response.setHeader('ETag', page.etag);
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
      response.statusCode = 304;
      response.removeHeader('Content-Type');
      response.end();
      return;
    }
    const encoding = bestEncoding(request);
    const body = page.bodies[encoding];
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async function measure<T>({ visit, startedAt }: Rendered, outcome: 'complete' | 'streamed', render: () => Promise<T>): Promise<T> {
    try {
      const result = await render();
      metrics.render(visit.route.name, outcome, performance.now() - startedAt);
      return result;
    } catch (error) {
      metrics.render(visit.route.name, 'failed', performance.now() - startedAt);
      throw error;
    }
  }

  async function sendStreamed(request: IncomingMessage, response: ServerResponse, target: Target, rendered: Rendered): Promise<void> {
    const nonce = createNonce();
    setCommon(response, { ...target, key: null }, rendered.visit.status);
    response.setHeader('Content-Security-Policy', security.contentSecurityPolicy(nonce));
    response.setHeader('Reporting-Endpoints', security.reportingEndpoints);
    response.setHeader('Server-Timing', `data;dur=${rendered.openMs.toFixed(1)}, cache;desc=streamed`);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await measure(rendered, 'streamed', () => renderer.stream(rendered, nonce, {
      write: (chunk) => response.write(chunk),
      // Added by the compression middleware; without compression there is nothing to flush.
      flush: () => (response as { flush?: () => void }).flush?.(),
      end: () => response.end(),
      once: (event, listener) => response.once(event, listener),
    }));
  }

  /** What cannot be known while the backend is silent is not gone: it may be asked for again. */
  function statusOf({ visit, api }: Rendered): number {
    return visit.status === 404 && api.degraded && visit.route.name === 'news-article' ? 503 : visit.status;
  }

  async function finish(rendered: Rendered, key: string | null): Promise<StoredPage> {
    const html = await measure(rendered, 'complete', () => renderer.print(rendered));
    const renderMs = performance.now() - rendered.startedAt - rendered.openMs;
    const timing = `data;dur=${rendered.openMs.toFixed(1)}, render;dur=${renderMs.toFixed(1)}`;
    const page = await storePage(statusOf(rendered), html, rendered.api.degraded ? degradedFreshMs : freshMs, timing);
    if (key && page.status === 200) cache.write(key, page);
    return page;
  }

  /** Any number of visitors who miss the same page cause one render. */
  function produce(key: string, address: URL, choice: LanguageChoice, running = inFlight): Promise<StoredPage | Rendered> {
    const shared = running.get(key);
    if (shared) return shared;
    const budgetMs = running === renewals ? renewalBudgetMs : undefined;
    const task: Promise<StoredPage | Rendered> = renderer.open(address, choice.language, { budgetMs })
      .then<StoredPage | Rendered>((rendered) => (rendered.complete ? finish(rendered, key) : rendered))
      .finally(() => running.delete(key));
    running.set(key, task);
    return task;
  }

  function renew(key: string, { address, choice }: Target): void {
    produce(key, address, choice, renewals).catch((error: unknown) => {
      log.warn({ path: address.pathname, reason: String(error) }, 'a stored page could not be renewed');
    });
  }

  function answerReady(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const target = find(request);
    if (!target?.key) return false;
    const stored = cache.read(target.key);
    if (!stored) return false;
    const context = contextOf(response);
    context.route = target.match?.route.name;
    context.language = target.choice.language;
    context.cache = stored.fresh ? 'hit' : 'stale';
    if (!stored.fresh) renew(target.key, target);
    sendStored(request, response, target, stored.page);
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, extra: { form?: FormState; status?: number } = {}): Promise<void> {
    const target = find(request);
    if (!target) {
      response.statusCode = 400;
      response.end('Bad request\n');
      return;
    }
    const { address, match, choice } = target;
    // What a form sent is answered where it was sent: a redirect would lose it.
    if (match && !extra.form && match.canonicalPath !== address.pathname) {
      response.statusCode = 301;
      response.setHeader('Location', `${match.canonicalPath}${address.search}`);
      response.end();
      return;
    }
    const context = contextOf(response);
    context.route = match?.route.name ?? 'not-found';
    context.language = choice.language;
    context.cache = 'miss';
    const key = extra.form ? null : target.key;
    const produced = key
      ? await produce(key, address, choice)
      : await renderer.open(address, choice.language, extra);
    if ('bodies' in produced) sendStored(request, response, target, produced);
    else if (produced.complete) sendStored(request, response, { choice, key }, await finish(produced, null));
    else await sendStreamed(request, response, { ...target, key }, produced);
  }

  async function answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = readAddress(request) ?? new URL('http://site/');
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    const rendered = await renderer.openFailure(address, choice.language, contextOf(response).id);
    sendStored(request, response, { choice, key: null }, await finish(rendered, null));
  }

  async function warm(path: string): Promise<void> {
    const address = new URL(`http://site${path}`);
    for (const language of ['en', 'ua'] as const) {
      const choice = { language, fromAddress: false, changed: false };
      await produce(`${address.pathname}\n\n${language}`, address, choice, renewals);
    }
  }

  return { answerReady, answer, answerFailure, warm, forget: (prefix) => cache.forget(prefix) };
}
