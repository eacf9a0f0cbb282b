import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FormState } from '#client/visit.ts';
import { languageNames } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';
import type { LimitGuesses } from '#server/http/rate-limits.ts';
import { contextOf } from '#server/http/request-context.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/manifest.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { createPageAnswers, sendBusy, sendRedirect, type PageAnswers } from './page-answers.ts';
import { createPageHeaders, type PageRequest } from './page-headers.ts';
import { BusyError, type PageSource } from './page-source.ts';
import type { OpenedPage, PageWish } from './produce-page.ts';
import type { PrintPlain } from './plain-answer.ts';
import type { Renderer } from './render.tsx';
import {
  describeVariant,
  guessableName,
  isRead,
  pageKey,
  pathOfKey,
  siteRequestOf,
  type SiteRequest,
} from './site-request.ts';

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
  /** Removes the stored pages whose path matches, in both languages and with any query. */
  purge(matches: (path: string) => boolean): void;
}

interface Options {
  config: Config;
  source: PageSource;
  renderer: Renderer;
  manifest: Manifest;
  security: SecurityHeaders;
  metrics: Pick<Metrics, 'render'>;
  printPlain: PrintPlain;
  limitGuesses: LimitGuesses;
  now?: () => number;
}

/** The headers of an answer that belongs to one visitor, such as the answer to a form. */
function personalRequest({ choice }: SiteRequest): PageRequest {
  return { choice, key: null, variant: describeVariant(choice, null) };
}

/**
 * Whether the page is for a visitor without JavaScript, who would never be shown what came after it: the answer to a
 * form, or what the link of load-again.tsx asks for.
 */
const mustBeWhole = ({ address }: SiteRequest, { form }: PageExtra) =>
  form !== undefined || address.searchParams.has('sent') || address.searchParams.has('whole');

/** Opens the page that is asked for and sends it; rejects with a BusyError when too many pages are being rendered. */
function createAnswerOpened({ source, renderer }: Pick<Options, 'source' | 'renderer'>, answers: PageAnswers) {
  function open(asked: SiteRequest, extra: PageExtra): Promise<OpenedPage> {
    const { key, address, choice } = asked;
    if (key !== null && !extra.form) return source.produce({ key, address, choice });
    const openPersonal = async (): Promise<OpenedPage> => {
      const prepared = await renderer.open(address, choice.language, { ...extra, whole: mustBeWhole(asked, extra) });
      return { kind: prepared.complete ? 'complete' : 'streamed', prepared };
    };
    return source.withinLimit(openPersonal, address);
  }

  return async function answerOpened(
    request: IncomingMessage,
    response: ServerResponse,
    asked: SiteRequest,
    extra: PageExtra,
  ): Promise<void> {
    const opened = await open(asked, extra);
    const { encoding } = asked;
    const personal = personalRequest(asked);
    if (opened.kind === 'ready') answers.sendStored(request, response, asked, { ...opened, encoding });
    else if (opened.kind === 'streamed') await answers.sendStreamed(request, response, personal, opened.prepared);
    else {
      const page = await source.finish(opened.prepared);
      answers.sendStored(request, response, personal, { page, from: 'miss', encoding });
    }
  };
}

/** From a request for a page to its answer. */
export function createPages(options: Options): Pages {
  const { config, source, renderer, manifest, security, metrics, printPlain, limitGuesses, now = Date.now } = options;
  const answers = createPageAnswers({
    headers: createPageHeaders(config, manifest, security),
    renderer,
    metrics,
    now,
  });
  const answerOpened = createAnswerOpened(options, answers);

  async function answer(request: IncomingMessage, response: ServerResponse, extra: PageExtra = {}): Promise<void> {
    const asked = siteRequestOf(response);
    const { address, match } = asked;
    // What a form has sent is answered where it was sent: a redirect would lose it.
    if (match && !extra.form && match.canonicalPath !== address.pathname) return sendRedirect(response, match, address);
    const context = contextOf(response);
    context.language = asked.choice.language;
    context.route = match?.route.name ?? 'not-found';
    context.cache = 'miss';
    const guessable = guessableName(asked);
    if (guessable && (await limitGuesses(request, response, guessable))) return;
    try {
      await answerOpened(request, response, asked, extra);
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      sendBusy(response, printPlain(asked.choice.language, 'busy'));
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
    answers.sendStored(request, response, asked, { ...cached, encoding: asked.encoding });
    return true;
  }

  async function answerFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = siteRequestOf(response);
    const { address, choice, encoding } = asked;
    const page = await source.finish(await renderer.openFailure(address, choice.language, contextOf(response).id));
    answers.sendStored(request, response, personalRequest(asked), { page, from: 'miss', encoding });
  }

  async function warm(path: string): Promise<void> {
    for (const language of languageNames) {
      const address = new URL(path, 'http://site');
      const choice = { language, fromAddress: false, changed: false };
      const wish: PageWish = { key: pageKey(address.pathname, '', language), address, choice };
      await source.warm(wish);
    }
  }

  function purge(matches: (path: string) => boolean): void {
    source.purge((key) => matches(pathOfKey(key)));
  }

  return { answerCached, answer, answerFailure, warm, purge };
}
