import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { languageKey, languages } from '#shared/languages.ts';
import { findRoute, pickQuery, type RouteMatch } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import type { Config } from './config.ts';
import { isKnown } from './etag.ts';
import type { KnownQuery } from './known-query.ts';
import { chooseLanguage, readCookie, type LanguageChoice } from './language.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Manifest } from './manifest.ts';
import { bodyOf, storePage, type Encoding, type PageCache, type StoredPage } from './page-cache.ts';
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
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    extra?: { form?: FormState; status?: number },
  ): Promise<void>;
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
  manifest: Manifest;
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
  /** All of it that decides the header lines of an answer. */
  kind: string;
}

function describeKind({ language, fromAddress, changed }: LanguageChoice, key: string | null): string {
  return `${language} ${fromAddress} ${changed} ${key !== null}`;
}

/** What was worked out for a kind of request is kept, so that a ready page costs no parsing; bounded in number and length. */
const rememberedTargets = 1000;
const longestRemembered = 400;

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

function readEncoding(accepted: string): Encoding {
  // Between equals browsers name gzip first; brotli is smaller.
  if (/\bbr\b/.test(accepted) && !/;\s*q=/.test(accepted)) return 'br';
  const [encoding] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}

export function createPages({ config, isKnownQuery, renderer, cache, manifest, security, metrics, log }: Tools): Pages {
  // A visitor never waits for a renewal, which may wait for the backend: the two do not share their renders.
  const inFlight = new Map<string, Promise<StoredPage | Rendered>>();
  const renewals = new Map<string, Promise<StoredPage | Rendered>>();
  /** Grows whenever something is forgotten. */
  let generation = 0;
  const preloads = `<${manifest.stylesheet}>; rel=preload; as=style`;
  const secureCookie = config.publicUrl.startsWith('https:') ? '; Secure' : '';

  const encodings = new LRUCache<string, Encoding>({ max: 100 });
  const targets = new LRUCache<string, Target>({ max: rememberedTargets });

  function bestEncoding(request: IncomingMessage): Encoding {
    const accepted = request.headers['accept-encoding'];
    if (!accepted) return 'identity';
    const known = encodings.get(accepted);
    if (known) return known;
    const encoding = readEncoding(accepted);
    if (accepted.length <= longestRemembered) encodings.set(accepted, encoding);
    return encoding;
  }

  /** What a request asks for. Only the address and the language's signs decide it. */
  function find(request: IncomingMessage): Target | null {
    const { url = '', headers } = request;
    const signs = `${url}\n${headers['accept-language'] ?? ''}\n${headers.cookie ? (readCookie(request, languageKey) ?? '') : ''}`;
    const known = targets.get(signs);
    if (known) return known;
    const target = work(request);
    // A visitor's own address may carry what nobody else's does: it is not kept.
    if (target?.key && signs.length <= longestRemembered) targets.set(signs, target);
    return target;
  }

  function work(request: IncomingMessage): Target | null {
    const address = readAddress(request);
    if (!address) return null;
    const match = findRoute(address.pathname);
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    const shared =
      match !== null &&
      match.canonicalPath === address.pathname &&
      !match.route.personal.some((name) => address.searchParams.has(name)) &&
      isKnownQuery(match.route, address.searchParams);
    const key = shared
      ? `${address.pathname}\n${pickQuery(match.route, address.searchParams)}\n${choice.language}`
      : null;
    return { address, match, choice, key, kind: describeKind(choice, key) };
  }

  function isShared({ choice, key }: Pick<Target, 'choice' | 'key'>, status: number): boolean {
    return key !== null && status === 200 && !choice.changed;
  }

  function commonHeaders(target: Pick<Target, 'choice' | 'key'>, status: number): string[] {
    const { language, fromAddress, changed } = target.choice;
    return [
      ...Object.entries(security.common).flat(),
      'Content-Language',
      languages[language].html,
      'Vary',
      fromAddress ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding, Accept-Language, Cookie',
      'Cache-Control',
      isShared(target, status) ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'private, no-cache',
      // What a CDN may send as early hints; the rules tell browsers which next pages to fetch.
      'Link',
      preloads,
      'Speculation-Rules',
      '"/speculation.json"',
      ...(changed
        ? ['Set-Cookie', `${languageKey}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secureCookie}`]
        : []),
    ];
  }

  /** The lines of a stored page's answer; the values of the last two are each request's own, and empty. */
  function storedHeaders(
    target: Pick<Target, 'choice' | 'key' | 'kind'>,
    page: StoredPage,
    encoding: Encoding | 'none',
  ): string[] {
    const byEncoding = page.headers.get(target.kind) ?? {};
    page.headers.set(target.kind, byEncoding);
    byEncoding[encoding] ??= [
      ...commonHeaders(target, page.status),
      'Content-Security-Policy',
      security.contentSecurityPolicy(),
      'Reporting-Endpoints',
      security.reportingEndpoints,
      'ETag',
      page.etag,
      ...(page.status === 503 ? ['Retry-After', '30'] : []),
      ...(encoding === 'none'
        ? []
        : ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(bodyOf(page, encoding).length)]),
      ...(encoding === 'br' || encoding === 'gzip' ? ['Content-Encoding', encoding] : []),
      'X-Request-Id',
      '',
      'Server-Timing',
      '',
    ];
    return byEncoding[encoding];
  }

  /** One array and one call is the quickest that node:http can be told; it works only where nothing is set yet. */
  function writeHead(response: ServerResponse, status: number, lines: string[]): void {
    if (response.getHeaderNames().length === 0) {
      response.writeHead(status, lines);
      return;
    }
    response.statusCode = status;
    for (let at = 0; at < lines.length; at += 2) response.setHeader(lines[at] as string, lines[at + 1] as string);
  }

  function sendStored(
    request: IncomingMessage,
    response: ServerResponse,
    target: Pick<Target, 'choice' | 'key' | 'kind'>,
    page: StoredPage,
  ): void {
    const known = page.status === 200 && isKnown(request.headers['if-none-match'], page.etag);
    const encoding = bestEncoding(request);
    const { id, cache: found = 'miss' } = contextOf(response);
    const lines = storedHeaders(target, page, known ? 'none' : encoding);
    // Written into the stored lines themselves: node:http has read them when writeHead returns.
    lines[lines.length - 3] = id;
    lines[lines.length - 1] = found === 'miss' ? `${page.timing}, cache;desc=miss` : `cache;desc=${found}`;
    writeHead(response, known ? 304 : page.status, lines);
    response.end(known || request.method === 'HEAD' ? undefined : bodyOf(page, encoding));
  }

  async function measure<T>(
    { visit, startedAt }: Rendered,
    outcome: 'complete' | 'streamed',
    render: () => Promise<T>,
  ): Promise<T> {
    try {
      const result = await render();
      metrics.render(visit.route.name, outcome, performance.now() - startedAt);
      return result;
    } catch (error) {
      metrics.render(visit.route.name, 'failed', performance.now() - startedAt);
      throw error;
    }
  }

  async function sendStreamed(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    rendered: Rendered,
  ): Promise<void> {
    const nonce = createNonce();
    writeHead(response, rendered.visit.status, [
      ...commonHeaders({ ...target, key: null }, rendered.visit.status),
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Security-Policy',
      security.contentSecurityPolicy(nonce),
      'Reporting-Endpoints',
      security.reportingEndpoints,
      'Server-Timing',
      `data;dur=${rendered.openMs.toFixed(1)}, cache;desc=streamed`,
    ]);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await measure(rendered, 'streamed', () =>
      renderer.stream(rendered, nonce, {
        write: (chunk) => response.write(chunk),
        // Added by the compression middleware; without compression there is nothing to flush.
        flush: () => (response as { flush?: () => void }).flush?.(),
        end: () => response.end(),
        once: (event, listener) => response.once(event, listener),
      }),
    );
  }

  /** What cannot be known while the backend is silent is not gone: it may be asked for again. */
  function statusOf({ visit, api }: Rendered): number {
    return visit.status === 404 && api.degraded && visit.route.name === 'news-article' ? 503 : visit.status;
  }

  async function finish(rendered: Rendered, key: string | null, born = generation): Promise<StoredPage> {
    const html = await measure(rendered, 'complete', () => renderer.print(rendered));
    const renderMs = performance.now() - rendered.startedAt - rendered.openMs;
    const timing = `data;dur=${rendered.openMs.toFixed(1)}, render;dur=${renderMs.toFixed(1)}`;
    const page = await storePage(statusOf(rendered), html, rendered.api.degraded ? degradedFreshMs : freshMs, timing);
    // What it shows may have been forgotten while it was rendered.
    if (key && page.status === 200 && born === generation) cache.write(key, page);
    return page;
  }

  /** Any number of visitors who miss the same page cause one render. */
  function produce(
    key: string,
    address: URL,
    choice: LanguageChoice,
    running = inFlight,
  ): Promise<StoredPage | Rendered> {
    const shared = running.get(key);
    if (shared) return shared;
    const budgetMs = running === renewals ? renewalBudgetMs : undefined;
    const born = generation;
    const task: Promise<StoredPage | Rendered> = renderer
      .open(address, choice.language, { budgetMs })
      .then<StoredPage | Rendered>((rendered) => (rendered.complete ? finish(rendered, key, born) : rendered))
      .finally(() => {
        if (running.get(key) === task) running.delete(key);
      });
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

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    extra: { form?: FormState; status?: number } = {},
  ): Promise<void> {
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
    const produced = key ? await produce(key, address, choice) : await renderer.open(address, choice.language, extra);
    if ('bodies' in produced) sendStored(request, response, target, produced);
    else if (produced.complete) sendStored(request, response, { ...target, key }, await finish(produced, null));
    else await sendStreamed(request, response, { ...target, key }, produced);
  }

  async function answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = readAddress(request) ?? new URL('http://site/');
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    const rendered = await renderer.openFailure(address, choice.language, contextOf(response).id);
    sendStored(
      request,
      response,
      { choice, key: null, kind: describeKind(choice, null) },
      await finish(rendered, null),
    );
  }

  async function warm(path: string): Promise<void> {
    const address = new URL(`http://site${path}`);
    for (const language of ['en', 'ua'] as const) {
      const choice = { language, fromAddress: false, changed: false };
      await produce(`${address.pathname}\n\n${language}`, address, choice, renewals);
    }
  }

  function forget(prefix: string): void {
    generation += 1;
    cache.forget(prefix);
    for (const running of [inFlight, renewals]) {
      for (const key of [...running.keys()]) if (key.startsWith(prefix)) running.delete(key);
    }
  }

  return { answerReady, answer, answerFailure, warm, forget };
}
