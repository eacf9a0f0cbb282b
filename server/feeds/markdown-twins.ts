import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { pageUrl } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { findRoute, type RouteMatch } from '#client/routes.ts';
import type { Config } from '#server/config/config.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { contextOf } from '#server/http/request-context.ts';
import type { NormaliseQuery } from '#server/pages/known-query.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { Renderer } from '#server/pages/render.tsx';
import { createSharedWork } from '#server/pages/shared-work.ts';
import { isKeyOf, pageKey, siteRequestOf } from '#server/pages/site-request.ts';
import { pageToMarkdown } from './markdown.ts';

interface MarkdownPage {
  status: number;
  /** Shows fallback content. */
  degraded: boolean;
  body: string;
}

interface Source {
  address: URL;
  language: Language;
}

interface Options {
  config: Pick<Config, 'publicUrl'>;
  renderer: Renderer;
  pages: Pick<Pages, 'answer'>;
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
  /** Removes what was made of these paths, and keeps what is being made of them from being stored; all without paths. */
  purge(paths?: Iterable<string>): void;
}

/** The path of a Markdown twin; `/about.md` is `/about`. */
export const markdownPath = /^\/.*[^/]\.md$/i;

/** Whether a client would rather read Markdown; browsers never say so. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  if (!accept?.includes('text/markdown')) return false;
  return new Negotiator(request).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
}

function pagePath(path: string): string {
  if (!markdownPath.test(path)) return path;
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}

/** The page that is meant; null where there is none in Markdown. */
function findPage(path: string): RouteMatch | null {
  const match = findRoute(path);
  return match && match.canonicalPath === path && !match.route.hidden ? match : null;
}

/** Every page and article as plain Markdown, made of what the page itself shows. */
export function createMarkdownTwins(options: Options): MarkdownTwins {
  const { config, renderer, pages, normaliseQuery } = options;
  const { freshMs = 60_000, maxBytes = 4 * 1024 * 1024, timeoutMs = 8000 } = options;

  const twins = new LRUCache<string, MarkdownPage>({
    maxSize: maxBytes,
    ttl: freshMs,
    sizeCalculation: ({ body }) => Buffer.byteLength(body) + 200,
  });
  const work = createSharedWork<MarkdownPage>();

  async function make({ address, language }: Source): Promise<MarkdownPage> {
    const prepared = await renderer.open(address, language, { timeoutMs });
    const body = pageToMarkdown((await renderer.print(prepared)).html.toString(), {
      origin: config.publicUrl,
      language,
    });
    return { status: prepared.status, degraded: prepared.api.degraded, body };
  }

  /** Stores what is complete; what is missing is looked for again at the next request. Parallel requests make one twin. */
  function open(key: string, source: Source): Promise<MarkdownPage> {
    const known = twins.get(key);
    if (known) return Promise.resolve(known);
    return work.run(key, async (running) => {
      const page = await make(source);
      if (page.status === 200 && !page.degraded && !running.outdated) twins.set(key, page);
      return page;
    });
  }

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
      if (!match) return pages.answer(req, res);
      const { language } = choice;
      Object.assign(contextOf(res), { route: `${match.route.name}.md`, language });
      const query = normaliseQuery(match, asked.searchParams) ?? '';
      const source = { address: new URL(path + query, 'http://site'), language };
      const page = await open(pageKey(path, query, language), source);
      setHeaders(res, page, path, asked.pathname !== path);
      res.send(page.body);
    },
    purge(paths) {
      const named = paths && new Set(paths);
      const matches = (key: string) => !named || isKeyOf(key, named);
      for (const key of [...twins.keys()]) if (matches(key)) twins.delete(key);
      work.purge(matches);
    },
  };
}
