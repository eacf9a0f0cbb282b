import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FormState } from '#client/visit.ts';
import { languageNames } from '#shared/languages.ts';
import type { Config } from '../config.ts';
import { matchesEtag } from '../http/etag.ts';
import { contextOf } from '../http/request-context.ts';
import { createNonce, type SecurityHeaders } from '../http/security-headers.ts';
import type { Manifest } from '../manifest.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { KnownQuery } from './known-query.ts';
import { chooseLanguage, type LanguageChoice } from './language.ts';
import { bodyOf, storePage, type PageCache, type StoredPage } from './page-cache.ts';
import { createPageHeaders, writeHead } from './page-headers.ts';
import type { Rendered, Renderer } from './render.tsx';
import { createTargets, describeKind, pageKey, readAddress, type Target } from './target.ts';

const freshMs = 60_000;
/** A page with fallback content is kept only for a moment, and by nobody else, so that it recovers with the backend. */
const degradedFreshMs = 2000;
/** Renewing a page that is still served may wait for a slow backend. */
const renewalBudgetMs = 8000;

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

export function createPages({ config, isKnownQuery, renderer, cache, manifest, security, metrics, log }: Tools): Pages {
  const targets = createTargets(config, isKnownQuery);
  const headers = createPageHeaders(config, manifest, security);
  // A visitor never waits for a renewal, which may wait for the backend: the two do not share their renders.
  const inFlight = new Map<string, Promise<StoredPage | Rendered>>();
  const renewals = new Map<string, Promise<StoredPage | Rendered>>();
  /** Grows whenever something is forgotten. */
  let generation = 0;

  function sendStored(
    request: IncomingMessage,
    response: ServerResponse,
    target: Pick<Target, 'choice' | 'key' | 'kind'>,
    page: StoredPage,
  ): void {
    const known = page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag);
    const encoding = targets.bestEncoding(request);
    const { id, cache: found = 'miss' } = contextOf(response);
    const { lines, requestIdAt, timingAt } = headers.stored(target, page, known ? 'none' : encoding);
    // Written into the stored lines themselves: node:http has read them when writeHead returns.
    lines[requestIdAt] = id;
    lines[timingAt] = found === 'miss' ? `${page.timing}, cache;desc=miss` : `cache;desc=${found}`;
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
      ...headers.common({ ...target, key: null }, { status: rendered.visit.status, degraded: false }),
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
        on: (event, listener) => response.on(event, listener),
      }),
    );
  }

  function statusOf({ visit, api }: Rendered): number {
    return visit.status === 404 && visit.route.name === 'news-article' ? api.missingStatus : visit.status;
  }

  async function finish(rendered: Rendered, key: string | null, born = generation): Promise<StoredPage> {
    const html = await measure(rendered, 'complete', () => renderer.print(rendered));
    const renderMs = performance.now() - rendered.startedAt - rendered.openMs;
    const timing = `data;dur=${rendered.openMs.toFixed(1)}, render;dur=${renderMs.toFixed(1)}`;
    const { degraded } = rendered.api;
    const page = await storePage(statusOf(rendered), html, {
      freshMs: degraded ? degradedFreshMs : freshMs,
      degraded,
      timing,
    });
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
    const target = targets.find(request);
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
    const target = targets.find(request);
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
    for (const language of languageNames) {
      const choice = { language, fromAddress: false, changed: false };
      await produce(pageKey(address.pathname, '', language), address, choice, renewals);
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
