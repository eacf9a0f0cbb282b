import type { IncomingMessage } from 'node:http';
import { Router, type Request, type Response } from 'express';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { pageUrl } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { findRoute, type Route } from '#client/routes.ts';
import type { Config } from '../config.ts';
import { contextOf } from '../http/request-context.ts';
import { chooseLanguage } from '../pages/language.ts';
import type { Renderer } from '../pages/render.tsx';
import { pageToMarkdown } from './markdown.ts';

interface MarkdownPage {
  status: number;
  /** Shows fallback content. */
  degraded: boolean;
  body: string;
}

interface Wanted {
  address: URL;
  language: Language;
}

interface Tools {
  config: Config;
  renderer: Renderer;
}

const freshMs = 60_000;
const cacheBytes = 4 * 1024 * 1024;
/** Machines are patient. */
const budgetMs = 8000;

/** Whether whoever asks would rather read Markdown; browsers never say so. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  if (!accept?.includes('text/markdown')) return false;
  return new Negotiator(request).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
}

/** `/about.md` is `/about`; null where no page is meant. */
function pagePath(path: string): string | null {
  if (!/[^/]\.md$/.test(path)) return null;
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}

function sharedQuery(route: Route, req: Request): string {
  const asked = new URL(req.originalUrl, 'http://site').searchParams;
  const query = new URLSearchParams();
  for (const name of route.query) if (asked.has(name)) query.set(name, asked.get(name) ?? '');
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** Every page and article as plain Markdown, made from what the page itself would show. */
export function markdownRoutes({ config, renderer }: Tools): Router {
  const router = Router();
  // Parallel requests make one.
  const pages = new LRUCache<string, MarkdownPage, Wanted>({
    maxSize: cacheBytes,
    ttl: freshMs,
    sizeCalculation: ({ body }) => Buffer.byteLength(body) + 200,
    fetchMethod: (_key, _older, { context }) => make(context),
  });

  async function make({ address, language }: Wanted): Promise<MarkdownPage> {
    const rendered = await renderer.open(address, language, { budgetMs });
    const { visit, api } = rendered;
    return {
      status: visit.status === 404 ? api.missingStatus : visit.status,
      degraded: api.degraded,
      body: pageToMarkdown(await renderer.print(rendered), { origin: config.publicUrl, language }),
    };
  }

  /** A good one is kept; what says that something is missing is made anew for the next who asks. */
  async function open(key: string, context: Wanted): Promise<MarkdownPage> {
    const page = await pages.forceFetch(key, { context });
    if (page.status !== 200 || page.degraded) pages.delete(key);
    return page;
  }

  router.get('/{*path}', async (req: Request, res: Response, next) => {
    const named = pagePath(req.path);
    if (named === null && !prefersMarkdown(req)) {
      next();
      return;
    }
    const path = named ?? req.path;
    const match = findRoute(path);
    if (!match || match.canonicalPath !== path || match.route.hidden) {
      next();
      return;
    }
    const asked = new URL(req.originalUrl, 'http://site');
    const { language, fromAddress } = chooseLanguage(req, asked.searchParams, config.defaultLanguage);
    const address = new URL(`http://site${path}${sharedQuery(match.route, req)}`);
    const page = await open(`${address.pathname}${address.search}\n${language}`, { address, language });
    const shared = named !== null && page.status === 200 && !page.degraded;

    Object.assign(contextOf(res), { route: `${match.route.name}.md`, language });
    const vary = [...(named === null ? ['Accept'] : []), ...(fromAddress ? [] : ['Accept-Language', 'Cookie'])];
    for (const name of vary) res.vary(name);
    res.status(page.status).set({
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Language': languages[language].html,
      // A cache that ignores Vary would show Markdown to people: only the address of its own is shared.
      'Cache-Control': shared ? 'public, max-age=300' : 'private, no-cache',
      ...(page.status === 200 && { Link: `<${pageUrl(config.publicUrl, path, language)}>; rel="canonical"` }),
    });
    res.send(page.body);
  });
  return router;
}
