import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { pageUrl } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { findRoute, notFoundRoute } from '#client/routes.ts';
import type { Config } from '#server/config/config.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import { contextOf, siteRequestOf } from '#server/http/request-context.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import type { NormaliseQuery } from '#server/pages/known-query.ts';
import { bodyOf } from '#server/pages/page-cache.ts';
import type { PageSource } from '#server/pages/page-source.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { RenderLimits } from '#server/pages/render-limits.ts';
import type { Renderer } from '#server/pages/render.tsx';
import { createSingleFlight } from '#server/pages/single-flight.ts';
import { findGuessable } from '#server/pages/guessable-name.ts';
import { missingPageKey, pageKey, pathOfKey } from '#server/pages/page-key.ts';
import { findMarkdownPage, pagePathOf, prefersMarkdown } from './markdown-paths.ts';
import { pageToMarkdown } from './markdown.ts';

interface MarkdownPage {
  status: number;
  /** Whether it contains fallback content. */
  degraded: boolean;
  body: string;
  /** `performance.now()` when it was made: a change of the system clock must not change the age. */
  madeAt: number;
}

/** A page to make Markdown of. */
interface MarkdownTarget {
  address: URL;
  language: Language;
}

interface Options {
  config: Pick<Config, 'publicUrl'>;
  texts: TextStore;
  renderer: Pick<Renderer, 'prepare'>;
  source: Pick<PageSource, 'renderComplete'>;
  renderLimits: Pick<RenderLimits, 'withinLimit'>;
  pages: Pick<Pages, 'respond'>;
  gate: Pick<RequestGate, 'limitGuesses'>;
  normaliseQuery: NormaliseQuery;
}

/** Markdown of this age is made again; in milliseconds. */
const freshMs = 60_000;
const maxBytes = 4 * 1024 * 1024;
/**
 * The timeout of the backend, in milliseconds. It is longer than that of a page, because the readers of Markdown are
 * programs.
 */
const timeoutMs = 8000;

interface MarkdownPages {
  /** Responds to `/about.md`, and to requests for a page, also a missing one, whose client prefers Markdown. */
  handler: Handler;
  isPreferred(request: IncomingMessage): boolean;
  /** Removes the Markdown of the matching paths; Markdown of these paths that is being made is not stored. */
  purge(matches: (path: string) => boolean): void;
}

/** Makes the Markdown of pages and stores it. */
function createMarkdownStore({ config, texts, renderer, source, renderLimits }: Options) {
  const pages = new LRUCache<string, MarkdownPage>({
    maxSize: maxBytes,
    ttl: freshMs,
    sizeCalculation: ({ body }) => Buffer.byteLength(body) + 200,
  });
  const renders = createSingleFlight<MarkdownPage>();

  async function make({ address, language }: MarkdownTarget): Promise<MarkdownPage> {
    const prepared = await renderer.prepare(address, language, { timeoutMs });
    const missing = prepared.status === 404 ? missingPageKey(prepared.visit.route.name, language) : null;
    const stored = missing && pages.get(missing);
    if (stored) return stored;
    const body = pageToMarkdown(bodyOf(await source.renderComplete(prepared), 'identity').toString(), {
      origin: config.publicUrl,
      language,
      page: prepared.visit.path + prepared.visit.search,
      formLink: unbindWords(areaText(texts, language, 'seo')('form')),
    });
    const page = { status: prepared.status, degraded: prepared.api.degraded, body, madeAt: performance.now() };
    if (missing && !page.degraded) pages.set(missing, page);
    return page;
  }

  /**
   * Returns stored Markdown, or makes and stores it if it is complete. Parallel requests for one page make its Markdown
   * once. Without a key, for a query whose values may not exist, it is made for this request alone.
   */
  function open(key: string | null, target: MarkdownTarget): Promise<MarkdownPage> {
    const makeWithinLimit = () => renderLimits.withinLimit(() => make(target), target.address);
    if (key === null) return makeWithinLimit();
    const stored = pages.get(key);
    if (stored) return Promise.resolve(stored);
    return renders.run(key, async (flight) => {
      const page = await makeWithinLimit();
      if (page.status === 200 && !page.degraded && !flight.outdated) pages.set(key, page);
      return page;
    });
  }

  function purge(matches: (path: string) => boolean): void {
    const isOutdated = (key: string) => matches(pathOfKey(key));
    for (const key of [...pages.keys()]) if (isOutdated(key)) pages.delete(key);
    renders.purge(isOutdated);
  }

  return { open, purge };
}

/** Serves every page and article as plain Markdown, which is made from the HTML of the page. */
export function createMarkdownPages(options: Options): MarkdownPages {
  const { config, pages, normaliseQuery, gate } = options;
  const { open, purge } = createMarkdownStore(options);

  function setHeaders(res: Response, page: MarkdownPage, path: string, isStored: boolean): void {
    const { address, choice } = siteRequestOf(res);
    const { language, fromAddress } = choice;
    const hasOwnAddress = address.pathname !== path;
    const isPublic = hasOwnAddress && isStored && page.status === 200 && !page.degraded;
    const vary = [...(hasOwnAddress ? [] : ['Accept']), ...(fromAddress ? [] : ['Accept-Language', 'Cookie'])];
    for (const name of vary) res.vary(name);
    res.status(page.status).set({
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Language': languages[language].html,
      // A cache that ignores Vary would send Markdown to browsers, so only `/about.md` may be public, not `/about`.
      'Cache-Control': isPublic ? 'public, max-age=300' : 'private, no-cache',
      Age: String(Math.max(0, Math.floor((performance.now() - page.madeAt) / 1000))),
      ...(page.status === 503 && { 'Retry-After': retryAfter.backend }),
      ...(page.status === 200 && { Link: `<${pageUrl(config.publicUrl, path, language)}>; rel="canonical"` }),
    });
  }

  /** All addresses without a page share one text. */
  async function respondMissing(res: Response): Promise<void> {
    const { address, choice } = siteRequestOf(res);
    const { language } = choice;
    Object.assign(contextOf(res), { route: `${notFoundRoute.name}.md`, language });
    const page = await open(missingPageKey(notFoundRoute.name, language), { address, language });
    setHeaders(res, page, address.pathname, true);
    res.send(page.body);
  }

  return {
    async handler(req, res) {
      const { address, choice } = siteRequestOf(res);
      const path = pagePathOf(address.pathname);
      const match = findMarkdownPage(path);
      if (!match) {
        // Other spellings of an address are redirected as for HTML.
        await (findRoute(path) ? pages.respond(req, res) : respondMissing(res));
        return;
      }
      const { language } = choice;
      Object.assign(contextOf(res), { route: `${match.route.name}.md`, language });
      const normalised = normaliseQuery(match, address.searchParams);
      const guessable = findGuessable(address, { page: match, withCategory: normalised === null });
      if (await gate.limitGuesses(req, res, guessable)) return;
      const page = await open(normalised === null ? null : pageKey(path, normalised, language), {
        address: new URL(path + (normalised ?? address.search), 'http://site'),
        language,
      });
      setHeaders(res, page, path, normalised !== null);
      res.send(page.body);
    },
    isPreferred: prefersMarkdown,
    purge,
  };
}
