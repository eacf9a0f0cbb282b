import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { FormState } from '#client/visit.ts';
import { findConfirmation } from '#shared/confirmations.ts';
import { languageNames } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import { contextOf, siteRequestOf, type SiteRequest } from '#server/http/request-context.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { createPageResponses, sendRedirect, type PageResponses } from './page-responses.ts';
import { createPageHeaders } from './page-headers.ts';
import type { PageSource } from './page-source.ts';
import type { ProducedPage, ServedPage } from './produce-page.ts';
import type { RenderLimits } from './render-limits.ts';
import type { Renderer } from './render.tsx';
import { describeVariant, missingPageKey, pageKey, pathOfKey } from './page-key.ts';
import { findGuessable } from './guessable-name.ts';
import { isGetOrHead } from '#server/http/request-head.ts';

/** The values for a page that are not in its address. */
interface PageExtra {
  /** The values and errors of a form that was sent without JavaScript. */
  form?: FormState;
  status?: number;
}

export interface Pages {
  /** Sends a cached page. Returns false if the page has to be rendered. */
  respondFromCache(request: IncomingMessage, response: ServerResponse): boolean;
  /** Rejects with a BusyError when too many pages are being rendered or streamed. */
  respond(request: Request, response: Response, extra?: PageExtra): Promise<void>;
  /** Sends the error page, with the id of the request. */
  respondWithError(request: IncomingMessage, response: ServerResponse, status: 500 | 503): Promise<void>;
  /** Renders a page in both languages and stores it, so that its first visitor gets it from the cache. */
  renewInBothLanguages(path: string): Promise<void>;
  /** Removes the cached pages whose path matches, in both languages and with any query. */
  purge(matches: (path: string) => boolean): void;
}

interface Options {
  config: Pick<Config, 'publicUrl'>;
  source: PageSource;
  renderLimits: RenderLimits;
  newsRepository: Pick<NewsRepository, 'isMissing'>;
  renderer: Renderer;
  manifest: Pick<Manifest, 'stylesheet'>;
  security: SecurityHeaders;
  metrics: Pick<Metrics, 'render' | 'staleIfError'>;
  gate: Pick<RequestGate, 'limitGuesses' | 'limitPersonalPages'>;
}

/** Returns the request as one for a personal page, such as the page after a form. */
function personalRequest(resolved: SiteRequest): SiteRequest {
  return { ...resolved, key: null, variant: describeVariant(resolved.choice, false) };
}

/**
 * Whether all data must be in the page, because without JavaScript deferred data is never shown: in the response to a
 * form, in the page that confirms it, and at the address of the link in load-again.tsx.
 */
const mustBeWhole = ({ address }: SiteRequest, { form }: PageExtra) =>
  form !== undefined || findConfirmation(address.searchParams) !== undefined || address.searchParams.has('whole');

/**
 * Returns a function that renders a page, or takes it from the cache, and sends it. It rejects with a BusyError when too
 * many pages are being rendered or streamed.
 */
function createProduceAndSend(
  { source, renderLimits, renderer }: Pick<Options, 'source' | 'renderLimits' | 'renderer'>,
  responses: PageResponses,
) {
  function producePersonal(resolved: SiteRequest, extra: PageExtra): Promise<ProducedPage> {
    const { address, choice } = resolved;
    const produce = async (): Promise<ProducedPage> => {
      const prepared = await renderer.prepare(address, choice.language, {
        ...extra,
        awaitAll: mustBeWhole(resolved, extra),
      });
      if (!prepared.complete) return { kind: 'streamed', prepared };
      return { kind: 'complete', page: await source.renderComplete(prepared), cacheOutcome: 'miss' };
    };
    return renderLimits.withinLimit(produce, address);
  }

  return async function produceAndSend(
    request: Request,
    response: ServerResponse,
    resolved: SiteRequest,
    extra: PageExtra,
  ): Promise<void> {
    const { key, address, choice } = resolved;
    const isShared = key !== null && !extra.form;
    const produced = isShared
      ? await source.produce({ key, address, language: choice.language })
      : await producePersonal(resolved, extra);
    if (produced.kind === 'streamed')
      return responses.sendStreamed(request, response, personalRequest(resolved), produced.prepared);
    const pageRequest = isShared ? resolved : personalRequest(resolved);
    responses.sendComplete(request, response, pageRequest, produced);
  };
}

/** The page for an article that was just found missing. It is cached, so a request for it renders nothing. */
function findMissing(
  { source, newsRepository }: Pick<Options, 'source' | 'newsRepository'>,
  { page, choice }: SiteRequest,
): ServedPage | null {
  const slug = page?.params['slug'];
  if (!page || slug === undefined || !newsRepository.isMissing(slug)) return null;
  return source.findMissing(missingPageKey(page.route.name, choice.language));
}

/** Creates the responses with pages: from the page cache, or rendered for the request. */
export function createPages(options: Options): Pages {
  const { config, source, renderer, manifest, security, gate } = options;
  const responses = createPageResponses({ ...options, headers: createPageHeaders(config, manifest, security) });
  const produceAndSend = createProduceAndSend(options, responses);

  async function respond(request: Request, response: Response, extra: PageExtra = {}): Promise<void> {
    const resolved = siteRequestOf(response);
    const { address, page } = resolved;
    // A redirect would lose the values of a form.
    if (page && !extra.form && page.canonicalPath !== address.pathname) return sendRedirect(response, page, address);
    contextOf(response).cache = 'miss';
    // A page has no cache key if nobody knows yet whether its category exists: the categories were not read recently.
    const guessable = findGuessable(address, { page, withCategory: resolved.key === null });
    if (await gate.limitGuesses(request, response, guessable)) return;
    const isPersonal = resolved.key === null;
    // Posts have limits of their own.
    if (isPersonal && isGetOrHead(request) && (await gate.limitPersonalPages(request, response))) return;
    await produceAndSend(request, response, resolved, extra);
  }

  function respondFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isGetOrHead(request)) return false;
    const resolved = siteRequestOf(response);
    const { key, address, choice } = resolved;
    if (key === null) return false;
    const cached = source.find({ key, address, language: choice.language }) ?? findMissing(options, resolved);
    if (!cached) return false;
    responses.sendComplete(request, response, resolved, cached);
    return true;
  }

  const respondWithError: Pages['respondWithError'] = async (request, response, status) => {
    const resolved = siteRequestOf(response);
    const { address, choice } = resolved;
    const failure = { status, requestId: contextOf(response).id };
    const page = await source.renderComplete(await renderer.prepareFailure(address, choice.language, failure));
    responses.sendComplete(request, response, personalRequest(resolved), { page, cacheOutcome: 'miss' });
  };

  async function renewInBothLanguages(path: string): Promise<void> {
    for (const language of languageNames) {
      const address = new URL(path, 'http://site');
      await source.renew({ key: pageKey(address.pathname, '', language), address, language });
    }
  }

  function purge(matches: (path: string) => boolean): void {
    source.purge((key) => matches(pathOfKey(key)));
  }

  return { respondFromCache, respond, respondWithError, renewInBothLanguages, purge };
}
