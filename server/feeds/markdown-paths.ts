import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { markdownPath } from '#shared/head.ts';
import { findRoute, routes, type Route, type RouteMatch } from '#client/routes.ts';

const hasMarkdown = ({ hidden }: Pick<Route, 'hidden'>) => !hidden;

/** Matches the Markdown path of every page: `/about.md` belongs to `/about`, `/index.md` to `/`. */
export const markdownPattern = new RegExp(
  `^(?:${routes
    .filter(hasMarkdown)
    .map(({ path }) => markdownPath(path).replace(/:\w+/g, '[^/]+').replace('.', '\\.'))
    .join('|')})$`,
);

/** Whether a client prefers Markdown to HTML; no browser does. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  if (!accept?.includes('text/markdown')) return false;
  return new Negotiator(request).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
}

/** The path of the page that a path of Markdown belongs to; any other path is returned as it is. */
export function pagePathOf(path: string): string {
  if (!markdownPattern.test(path)) return path;
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}

/** The page at a path; null where there is no page, or where it has no Markdown. */
export function findMarkdownPage(path: string): RouteMatch | null {
  const match = findRoute(path);
  return match && match.canonicalPath === path && hasMarkdown(match.route) ? match : null;
}
