import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { findRoute, type RouteMatch } from '#client/routes.ts';
import type { Language } from '#shared/languages.ts';
import { parseCategory } from '#shared/list-parts.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { EndpointMatch, EndpointTable, ErrorFormat } from '#server/http/endpoint-table.ts';
import type { LanguageChoice } from './choose-language.ts';
import type { NormaliseQuery } from './known-query.ts';

/** `zstd` stands for a client that accepts both zstd and brotli. */
export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';

/** A resolved request: its address, its endpoint or page, and the language of the visitor. */
interface ResolvedRequest {
  address: URL;
  choice: LanguageChoice;
  /** The rows of the endpoint; null for a page. */
  endpoint: EndpointMatch | null;
  /** The format of errors: that of the endpoint's rows, and text for a page. */
  errorFormat: ErrorFormat;
  /** The page; null for an endpoint, and for an address that does not exist. */
  page: RouteMatch | null;
  /** The key of the page cache; null for a page that belongs to one visitor, and for endpoints. */
  key: string | null;
  /** Everything that decides the headers of a page's response, as one string. */
  variant: string;
}

export interface SiteRequest extends ResolvedRequest {
  /** The best compression that the client accepts. */
  encoding: Encoding;
}

/** Joins everything that decides the headers of a page's response into one string. */
export function describeVariant({ language, fromAddress, changed }: LanguageChoice, key: string | null): string {
  return `${language} ${fromAddress} ${changed} ${key !== null}`;
}

/** The key of a page in the cache. All keys of one path begin with the path. */
export function pageKey(path: string, query: string, language: Language): string {
  return `${path}\n${query}\n${language}`;
}

/** The path at the beginning of a key. */
export const pathOfKey = (key: string) => key.slice(0, key.indexOf('\n'));

/** The key of the missing page of a route: all missing pages of one kind have the same content and share one entry. */
export const missingPageKey = (routeName: string, language: Language) => pageKey(missingPagePath, routeName, language);

/**
 * The name in an address that a visitor may have made up and that calls the backend: a slug, an order or, where wanted,
 * a category. Null where there is none; an empty name calls nothing.
 */
export function guessableName(
  page: RouteMatch | null,
  { searchParams }: URL,
  { withCategory }: { withCategory: boolean },
): string | null {
  const name = page?.route.name;
  if (name === 'checkout') return searchParams.get('order') || null;
  if (name === 'news') return withCategory ? parseCategory(searchParams) : null;
  return page?.params['slug'] || null;
}

/** The slug or the order in an address. */
export const findGuessable = (address: URL) =>
  guessableName(findRoute(address.pathname), address, { withCategory: false });

export const isGetOrHead = ({ method }: Pick<IncomingMessage, 'method'>) => method === 'GET' || method === 'HEAD';

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/**
 * Characters of a path that the URL parser changes: it reads a backslash as a slash, ends the path at `#`, and removes
 * tabs and line breaks. Endpoints are found by the unparsed path, so the parsed path could be that of another endpoint.
 * Browsers send none of these characters in a path.
 */
const changedByParser = /[\\#\t\r\n]/;

/** The address of a request; null when its target is no path of this site. */
function parseAddress({ url = '' }: Pick<IncomingMessage, 'url'>): URL | null {
  const whole = `http://site${url}`;
  return url.startsWith('/') && !changedByParser.test(pathOf(url)) && URL.canParse(whole) ? new URL(whole) : null;
}

/** The canonical path of an address, with its query. */
export function findCanonicalPath(url: string): string {
  const address = parseAddress({ url });
  return address ? (findRoute(address.pathname)?.canonicalPath ?? address.pathname) + address.search : url;
}

/** `accepted` is in the form of normaliseEncodings(). */
function chooseEncoding(accepted: string): Encoding {
  // For equal weights browsers list gzip first, but brotli is smaller.
  if (/\bbr\b/.test(accepted) && !/;q=/.test(accepted)) return /\bzstd\b/.test(accepted) ? 'zstd' : 'br';
  const [encoding] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}

/** Matches `.` or `..` between slashes, also encoded: no address of this site has such a part. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const maxCachedRequests = 1000;
/** A longer address, in characters, is resolved for each request. */
const maxCachedLength = 400;

/**
 * The resolved request is stored on the response itself, because every entry of a WeakMap is work for the garbage
 * collector.
 */
const carried = Symbol('site request');
type Carrier = ServerResponse & { [carried]?: SiteRequest };

/** Whether the request of a response has been resolved; a request that the guard refuses may not be. */
export const isResolved = (response: Carrier): boolean => response[carried] !== undefined;

/** The resolved request of a response. */
export function siteRequestOf(response: Carrier): SiteRequest {
  const found = response[carried];
  if (!found) throw new Error('the request has not been resolved');
  return found;
}

interface Options {
  endpoints: Pick<EndpointTable, 'find'>;
  normaliseQuery: NormaliseQuery;
}

/** Reduces the query of the address of a page to known values, and returns the cache key of the page. */
function reduceQueryToKey(
  address: URL,
  page: RouteMatch | null,
  { language }: LanguageChoice,
  normaliseQuery: NormaliseQuery,
): string | null {
  if (!page) return missingPageKey('not-found', language);
  const { route, canonicalPath } = page;
  if (canonicalPath !== address.pathname) return null;
  if (route.personal.some((name) => address.searchParams.has(name))) return null;
  const query = normaliseQuery(page, address.searchParams);
  if (query === null) return null;
  // All unknown values are rendered as one value, so that made-up values share one entry.
  address.search = query;
  return pageKey(address.pathname, query, language);
}

/**
 * Resolves a request whose language is chosen; null when its target is no address. The result is stored on the
 * response.
 */
export type ResolveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  choice: LanguageChoice,
) => SiteRequest | null;

/** Creates the function that resolves requests. */
export function createResolveRequest({ endpoints, normaliseQuery }: Options): ResolveRequest {
  const encodings = new LRUCache<string, Encoding>({ max: 100 });
  // Pages in the page cache are requested often: their addresses are parsed once.
  const requests = new LRUCache<string, ResolvedRequest>({ max: maxCachedRequests });

  function findEncoding({ headers }: IncomingMessage): Encoding {
    const accepted = headers['accept-encoding'];
    if (!accepted) return 'identity';
    const cached = encodings.get(accepted);
    if (cached) return cached;
    const encoding = chooseEncoding(accepted);
    if (accepted.length <= maxCachedLength) encodings.set(accepted, encoding);
    return encoding;
  }

  function resolveAnew(request: IncomingMessage, choice: LanguageChoice): ResolvedRequest | null {
    const address = parseAddress(request);
    if (!address) return null;
    // The path is taken from the unparsed target, because the URL parser resolves `..`, which could be used to avoid
    // limits.
    const path = pathOf(request.url ?? '');
    const plain = !dotSegment.test(path);
    // Without this, the page of the resolved path would be rendered and stored for every address that does not exist.
    if (!plain) address.pathname = missingPagePath;
    const endpoint = plain ? endpoints.find(path) : null;
    const errorFormat = endpoint?.rows[0]?.errorFormat ?? 'text';
    if (endpoint) return { address, choice, endpoint, errorFormat, page: null, key: null, variant: '' };
    const page = plain ? findRoute(address.pathname) : null;
    const key = reduceQueryToKey(address, page, choice, normaliseQuery);
    return { address, choice, endpoint, errorFormat, page, key, variant: describeVariant(choice, key) };
  }

  function resolveCached(request: IncomingMessage, choice: LanguageChoice): ResolvedRequest | null {
    const requestKey = `${request.url ?? ''}\n${choice.language} ${choice.changed}`;
    const cached = requests.get(requestKey);
    if (cached) return cached;
    const resolved = resolveAnew(request, choice);
    // The number of addresses that do not exist is unlimited, and the address of one visitor may contain personal data.
    // A category or a page of a list that does not exist now may exist tomorrow.
    if (resolved?.key && resolved.page && resolved.address.search === '' && requestKey.length <= maxCachedLength)
      requests.set(requestKey, resolved);
    return resolved;
  }

  return (request, response: Carrier, choice) => {
    const resolved = resolveCached(request, choice);
    if (!resolved) return null;
    const siteRequest: SiteRequest = { ...resolved, encoding: findEncoding(request) };
    response[carried] = siteRequest;
    return siteRequest;
  };
}
