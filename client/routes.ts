import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { decodePart, encodePart, type Address } from '#shared/address.ts';

/** The query parameters whose values the server checks before it shares a page. */
export type QueryName = 'topic' | 'plan' | 'category' | 'page' | 'comments';

interface Options {
  /** Query parameters that change what the page shows to everybody. */
  query: readonly QueryName[];
  /**
   * Query parameters with which a page is never cached: values of one visitor, combinations that anyone can make up, and
   * `whole` (components/load-again.tsx).
   */
  personal: readonly string[];
  /**
   * When the page's code is loaded: at the first activity of the visitor; at once, because something moves by itself;
   * or at once where the film of its head will play.
   */
  start: 'activity' | 'film' | 'at-once';
  /** Hidden pages are not in the sitemap and not indexed. */
  hidden: boolean;
  /** Whether the page shows articles. A change of an article then removes the page from the caches. */
  showsNews: boolean;
}

/**
 * One row of the table. Its name is also the name of the page's module, of its line in the `seo` texts and of its label
 * in metrics.
 */
export interface Route<Path extends string = string, Name extends string = string> extends Options {
  path: Path;
  name: Name;
}

function route<const Path extends string, const Name extends string>(
  path: Path,
  name: Name,
  options: Partial<Options> = {},
): Route<Path, Name> {
  return { path, name, query: [], personal: [], start: 'activity', hidden: false, showsNews: false, ...options };
}

/** Every page of the site. The code of each is in `page-modules.ts`, the names of its texts in `page-texts.ts`. */
export const routes = [
  route('/', 'home', { start: 'film' }),
  route('/about', 'about'),
  route('/team', 'team'),
  route('/careers', 'careers'),
  route('/privacy', 'privacy'),
  route('/terms', 'terms'),
  route('/accessibility', 'accessibility'),
  route('/contacts', 'contacts', { query: ['topic'], personal: ['sent', 'job', 'with', 'by', 'write'] }),
  route('/case-studies', 'case-studies'),
  route('/ai-automation', 'ai-automation', { showsNews: true }),
  route('/ml-integration', 'ml-integration', { showsNews: true }),
  route('/llm-development', 'llm-development', { showsNews: true }),
  route('/custom-software-development', 'custom-software-development', { showsNews: true }),
  route('/api-systems-integration', 'api-systems-integration', { showsNews: true }),
  route('/cloud-devops-platform-engineering', 'cloud-devops-platform-engineering', { showsNews: true }),
  route('/cybersecurity-compliance-engineering', 'cybersecurity-compliance-engineering', { showsNews: true }),
  route('/data-engineering', 'data-engineering', { showsNews: true }),
  route('/apps', 'apps'),
  route('/details', 'details', { showsNews: true }),
  route('/process', 'process'),
  route('/gitl', 'gitl', { query: ['plan'], personal: ['id', 'email', 'trial'], start: 'film' }),
  route('/checkout', 'checkout', {
    personal: ['status', 'id', 'plan', 'email', 'order'],
    start: 'at-once',
    hidden: true,
  }),
  route('/news', 'news', { query: ['category', 'page'], personal: ['whole'], start: 'at-once', showsNews: true }),
  route('/news/:slug', 'news-article', { query: ['comments'], personal: ['sent', 'whole'], showsNews: true }),
];

/** The scripts of the 404 page start at once, because they write the requested address to the console. */
export const notFoundRoute = route('*', 'not-found', { hidden: true, start: 'at-once' });
export const errorRoute = route('*', 'error', { hidden: true });

type Row = (typeof routes)[number];
export type RouteName = (Row | typeof notFoundRoute | typeof errorRoute)['name'];

/** Paths of pages without parameters. */
export type PagePath = Exclude<Row['path'], `${string}:${string}`>;
/**
 * The address of a page of the table: its path, perhaps with query and hash, or what `addressOf` returns for a pattern
 * of the table.
 */
export type PageHref = PagePath | `${PagePath}?${string}` | `${PagePath}#${string}` | Address<Row['path']>;

/** All pages that may be shown at an address, the error pages included. */
export const allRoutes = (): Route<string, RouteName>[] => [...routes, notFoundRoute, errorRoute];

export interface RouteMatch {
  route: Route<string, RouteName>;
  /** The values of the parameters, decoded once. */
  params: Record<string, string>;
  /** The one canonical spelling of this address; every other spelling is redirected to it. */
  canonicalPath: string;
}

/** Finds the route of a path in the form of the address bar (still encoded); null when no route matches. */
export function findRoute(path: string): RouteMatch | null {
  for (const candidate of routes) {
    const [matches, raw] = matchRoute<Record<string, string>>(parse, candidate.path, path);
    if (!matches) continue;
    const params: Record<string, string> = {};
    let canonicalPath: string = candidate.path;
    for (const [name, value] of Object.entries(raw)) {
      if (/^\d+$/.test(name)) continue;
      const decoded = decodePart(value);
      if (decoded === null) return null;
      params[name] = decoded;
      canonicalPath = canonicalPath.replace(`:${name}`, encodePart(decoded));
    }
    return { route: candidate, params, canonicalPath };
  }
  return null;
}

/**
 * The parameters of a query that the page reads, in one canonical order: tracking parameters never reach a page or a
 * cache.
 */
export function pickQuery(route: Route, search: URLSearchParams): string {
  const picked = new URLSearchParams();
  for (const name of [...route.query, ...route.personal]) {
    for (const value of search.getAll(name)) picked.append(name, value);
  }
  return picked.size > 0 ? `?${picked.toString()}` : '';
}
