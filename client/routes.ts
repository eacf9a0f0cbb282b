import { matchRoute } from 'wouter';
import { parse } from 'regexparam';
import type { AnyPage } from './lib/define-page.ts';

export interface Route {
  path: string;
  /** Names the page: its file in client/pages, its line in the `seo` texts, its label in metrics. */
  name: string;
  /** The translation areas that the page reads, besides the layout's. */
  areas: readonly string[];
  open: () => Promise<{ page: AnyPage }>;
  /** Query parameters that change what the page shows to everybody. */
  query: readonly string[];
  /** Query parameters that make the page one visitor's own: such answers are never shared. */
  personal: readonly string[];
  /** Query parameters that leave the address bar as soon as they are read. */
  secret: readonly string[];
  /** Not in the sitemap and not indexed. */
  hidden: boolean;
}

type Options = Partial<Pick<Route, 'query' | 'personal' | 'secret' | 'hidden'>>;

function route(path: string, name: string, areas: string[], open: Route['open'], options: Options = {}): Route {
  return { path, name, areas, open, query: [], personal: [], secret: [], hidden: false, ...options };
}

/** Areas that every page needs: top bar and footer (the menu lists the services). */
const layoutAreas = ['navbar', 'footer', 'services'];

export const routes: readonly Route[] = [
  route('/', 'home', ['hero', 'products', 'features'], () => import('./pages/home.tsx')),
  route('/about', 'about', ['about', 'team'], () => import('./pages/about.tsx')),
  route('/team', 'team', ['team'], () => import('./pages/team.tsx')),
  route('/careers', 'careers', ['careers'], () => import('./pages/careers.tsx')),
  route('/privacy', 'privacy', ['privacy'], () => import('./pages/privacy.tsx')),
  route('/terms', 'terms', ['terms'], () => import('./pages/terms.tsx')),
  route('/contacts', 'contacts', ['contacts', 'team'], () => import('./pages/contacts.tsx'), {
    query: ['topic'],
    personal: ['sent'],
  }),
  route('/case-studies', 'case-studies', ['case-studies'], () => import('./pages/case-studies.tsx')),
  route('/ai-automation', 'ai-automation', ['ai-automation'], () => import('./pages/ai-automation.tsx')),
  route('/ml-integration', 'ml-integration', ['ml-integration'], () => import('./pages/ml-integration.tsx')),
  route('/llm-development', 'llm-development', ['llm-development'], () => import('./pages/llm-development.tsx')),
  route(
    '/custom-software-development',
    'custom-software-development',
    ['custom-software'],
    () => import('./pages/custom-software-development.tsx'),
  ),
  route(
    '/api-systems-integration',
    'api-systems-integration',
    ['api-systems-integration'],
    () => import('./pages/api-systems-integration.tsx'),
  ),
  route(
    '/cloud-devops-platform-engineering',
    'cloud-devops-platform-engineering',
    ['cloud-devops-platform-engineering'],
    () => import('./pages/cloud-devops-platform-engineering.tsx'),
  ),
  route(
    '/cybersecurity-compliance-engineering',
    'cybersecurity-compliance-engineering',
    ['cybersecurity-compliance-engineering'],
    () => import('./pages/cybersecurity-compliance-engineering.tsx'),
  ),
  route('/data-engineering', 'data-engineering', ['data-engineering'], () => import('./pages/data-engineering.tsx')),
  route('/apps', 'apps', ['our-products'], () => import('./pages/apps.tsx')),
  route('/details', 'details', ['details'], () => import('./pages/details.tsx')),
  route('/process', 'process', ['process'], () => import('./pages/process.tsx')),
  route('/gitl', 'gitl', ['gitl', 'extension'], () => import('./pages/gitl.tsx'), {
    query: ['plan'],
    personal: ['id', 'trial'],
  }),
  route('/checkout', 'checkout', ['checkout', 'extension'], () => import('./pages/checkout.tsx'), {
    personal: ['status', 'id', 'plan', 'email'],
    secret: ['id', 'email'],
    hidden: true,
  }),
  route('/news', 'news', ['news'], () => import('./pages/news.tsx'), { query: ['category'] }),
  route('/news/:slug', 'news-article', ['news'], () => import('./pages/news-article.tsx'), { personal: ['sent'] }),
];

export const notFound = route('*', 'not-found', ['not-found'], () => import('./pages/not-found.tsx'), { hidden: true });
export const failed = route('*', 'error', ['not-found'], () => import('./pages/error.tsx'), { hidden: true });

/** Whatever may be shown at an address. */
export const allRoutes = (): Route[] => [...routes, notFound, failed];

/** The translation areas of a page, those of what stands around it included. */
export const textAreas = ({ areas }: Pick<Route, 'areas'>): string[] => [...layoutAreas, ...areas];

export interface RouteMatch {
  route: Route;
  /** Decoded once. */
  params: Record<string, string>;
  /** The one spelling of this address; any other is redirected to it. */
  canonicalPath: string;
}

/** Null for what is no percent-encoding. */
export function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Finds the route of a path as the address bar has it (still encoded); null when there is none. */
export function findRoute(path: string): RouteMatch | null {
  for (const candidate of routes) {
    const [matches, raw] = matchRoute(parse, candidate.path, path);
    if (!matches) continue;
    const params: Record<string, string> = {};
    let canonicalPath = candidate.path;
    for (const [name, value] of Object.entries(raw as Record<string, string>)) {
      if (/^\d+$/.test(name)) continue;
      const decoded = decode(value);
      if (decoded === null) return null;
      params[name] = decoded;
      canonicalPath = canonicalPath.replace(`:${name}`, encodeURIComponent(decoded));
    }
    return { route: candidate, params, canonicalPath };
  }
  return null;
}

/** The part of a query that the page reads, in one spelling: tracking parameters never reach a page or a cache. */
export function pickQuery(route: Route, search: URLSearchParams): string {
  const picked = new URLSearchParams();
  for (const name of [...route.query, ...route.personal]) {
    const value = search.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked.size > 0 ? `?${picked.toString()}` : '';
}
