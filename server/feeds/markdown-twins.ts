import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { markdownPath as twinPathOf, pageUrl } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import { findRoute, routes, type Route, type RouteMatch } from '#client/routes.ts';
import type { Config } from '#server/config/config.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { LimitGuesses } from '#server/http/rate-limits.ts';
import { contextOf } from '#server/http/request-context.ts';
import type { NormaliseQuery } from '#server/pages/known-query.ts';
import { bodyOf } from '#server/pages/page-cache.ts';
import { sendBusy } from '#server/pages/page-answers.ts';
import { BusyError, type PageSource } from '#server/pages/page-source.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { PrintPlain } from '#server/pages/plain-answer.ts';
import type { Renderer } from '#server/pages/render.tsx';
import { createSharedWork } from '#server/pages/shared-work.ts';
import { guessableName, pageKey, pathOfKey, siteRequestOf } from '#server/pages/site-request.ts';
import { pageToMarkdown } from './markdown.ts';

interface MarkdownPage {
  status: number;
  /** Shows fallback content. */
  degraded: boolean;
  body: string;
}

interface Wish {
  address: URL;
  language: Language;
}

interface Options {
  config: Pick<Config, 'publicUrl'>;
  renderer: Pick<Renderer, 'open'>;
  source: Pick<PageSource, 'finish' | 'withinLimit'>;
  pages: Pick<Pages, 'answer'>;
  printPlain: PrintPlain;
  limitGuesses: LimitGuesses;
  normaliseQuery: NormaliseQuery;
  /** A page in Markdown is rendered anew when it is this old. */
  freshMs?: number;
  maxBytes?: number;
  /** Machines wait this long for a slow backend. */
  timeoutMs?: number;
}

export interface MarkdownTwins {
  /** Answers `/about.md`, and a page whose client would rather have Markdown. */
  handler: Handler;
  /** Removes what was made of the paths that match, and keeps what is being made of them from being stored. */
  purge(matches: (path: string) => boolean): void;
}

const hasTwin = ({ hidden }: Pick<Route, 'hidden'>) => !hidden;

/** The path of every Markdown twin: `/about.md` is `/about`, `/index.md` is `/`. */
export const twinPath = new RegExp(
  `^(?:${routes
    .filter(hasTwin)
    .map(({ path }) => twinPathOf(path).replace(/:\w+/g, '[^/]+').replace('.', '\\.'))
    .join('|')})$`,
);

/** Whether a client would rather read Markdown; browsers never say so. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  if (!accept?.includes('text/markdown')) return false;
  return new Negotiator(request).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
}

/** One entry for all missing pages of a kind: they show the same, whatever their address is. */
const missingKey = (routeName: string, language: Language) => pageKey(missingPagePath, routeName, language);

function pagePath(path: string): string {
  if (!twinPath.test(path)) return path;
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}

/** The page that is meant; null where there is none in Markdown. */
function findPage(path: string): RouteMatch | null {
  const match = findRoute(path);
  return match && match.canonicalPath === path && hasTwin(match.route) ? match : null;
}

/** Makes twins and stores them. */
function createTwinStore({ config, renderer, source, ...limits }: Options) {
  const { freshMs = 60_000, maxBytes = 4 * 1024 * 1024, timeoutMs = 8000 } = limits;
  const twins = new LRUCache<string, MarkdownPage>({
    maxSize: maxBytes,
    ttl: freshMs,
    sizeCalculation: ({ body }) => Buffer.byteLength(body) + 200,
  });
  const work = createSharedWork<MarkdownPage>();

  async function make({ address, language }: Wish): Promise<MarkdownPage> {
    const prepared = await renderer.open(address, language, { timeoutMs });
    const missing = prepared.status === 404 ? missingKey(prepared.visit.route.name, language) : null;
    const known = missing && twins.get(missing);
    if (known) return known;
    const body = pageToMarkdown(bodyOf(await source.finish(prepared), 'identity').toString(), {
      origin: config.publicUrl,
      language,
    });
    const page = { status: prepared.status, degraded: prepared.api.degraded, body };
    if (missing && !page.degraded) twins.set(missing, page);
    return page;
  }

  /** Stores what is complete; what is missing is looked for again at the next request. Parallel requests make one twin. */
  function open(key: string, wish: Wish): Promise<MarkdownPage> {
    const known = twins.get(key);
    if (known) return Promise.resolve(known);
    return work.run(key, async (running) => {
      const page = await source.withinLimit(() => make(wish), wish.address);
      if (page.status === 200 && !page.degraded && !running.outdated) twins.set(key, page);
      return page;
    });
  }

  function purge(matches: (path: string) => boolean): void {
    const isOutdated = (key: string) => matches(pathOfKey(key));
    for (const key of [...twins.keys()]) if (isOutdated(key)) twins.delete(key);
    work.purge(isOutdated);
  }

  return { open, purge };
}

/** Every page and article as plain Markdown, made of what the page itself shows. */
export function createMarkdownTwins(options: Options): MarkdownTwins {
  const { config, pages, normaliseQuery, printPlain, limitGuesses } = options;
  const { open, purge } = createTwinStore(options);

  function setHeaders(res: Response, page: MarkdownPage, path: string, hasOwnAddress: boolean): void {
    const { language, fromAddress } = siteRequestOf(res).choice;
    const shared = hasOwnAddress && page.status === 200 && !page.degraded;
    const vary = [...(hasOwnAddress ? [] : ['Accept']), ...(fromAddress ? [] : ['Accept-Language', 'Cookie'])];
    for (const name of vary) res.vary(name);
    res.status(page.status).set({
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Language': languages[language].html,
      // A cache that ignores Vary would show Markdown to people: only a twin with an address of its own is shared.
      'Cache-Control': shared ? 'public, max-age=300' : 'private, no-cache',
      ...(page.status === 200 && { Link: `<${pageUrl(config.publicUrl, path, language)}>; rel="canonical"` }),
    });
  }

  return {
    async handler(req, res) {
      const { address: asked, choice } = siteRequestOf(res);
      const path = pagePath(asked.pathname);
      const match = findPage(path);
      if (!match) {
        await pages.answer(req, res);
        return;
      }
      const { language } = choice;
      Object.assign(contextOf(res), { route: `${match.route.name}.md`, language });
      const normalised = normaliseQuery(match, asked.searchParams);
      const guessable = guessableName({ match, address: asked, key: normalised });
      if (guessable !== null && (await limitGuesses(req, res, guessable))) return;
      const query = normalised ?? '';
      try {
        const page = await open(pageKey(path, query, language), {
          address: new URL(path + query, 'http://site'),
          language,
        });
        setHeaders(res, page, path, asked.pathname !== path);
        res.send(page.body);
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        sendBusy(res, printPlain(language, 'busy'));
      }
    },
    purge,
  };
}
