import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { findRoute, type RouteMatch } from '#client/routes.ts';
import { languageKey, type Language } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { Config } from '#server/config/config.ts';
import type { EndpointMatch, EndpointTable } from '#server/http/endpoint-table.ts';
import { chooseLanguage, readCookie, type LanguageChoice } from './language.ts';
import { unknownValue, type NormaliseQuery } from './known-query.ts';

/** `zstd` is what a client takes that takes brotli as well. */
export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';

/** What was found out of a request, once: its address, what answers it, and the visitor's language. */
export interface Resolved {
  address: URL;
  choice: LanguageChoice;
  /** What answers it, if it is no page. */
  endpoint: EndpointMatch | null;
  /** The page; null for an endpoint, and for an address that does not exist. */
  match: RouteMatch | null;
  /** The key of the page cache; null for a page that belongs to one visitor, and for endpoints. */
  key: string | null;
  /** Everything that decides the headers of a page's answer, as one string. */
  variant: string;
}

export interface SiteRequest extends Resolved {
  /** The best compression that the client accepts. */
  encoding: Encoding;
}

/** One string for everything that decides the headers of a page's answer. */
export function describeVariant({ language, fromAddress, changed }: LanguageChoice, key: string | null): string {
  return `${language} ${fromAddress} ${changed} ${key !== null}`;
}

/** The key of a page in the cache. Keys of one path begin alike. */
export function pageKey(path: string, query: string, language: Language): string {
  return `${path}\n${query}\n${language}`;
}

/** The path that a key begins with. */
export const pathOfKey = (key: string) => key.slice(0, key.indexOf('\n'));

/** The article, the order or, while nobody knows which ones there are, the category that an address names. */
export function guessableName({
  match,
  address: { searchParams },
  key,
}: Pick<Resolved, 'match' | 'address' | 'key'>): string | null {
  const name = match?.route.name;
  if (name === 'checkout') return searchParams.get('order');
  if (name === 'news') return key === null ? searchParams.get('category') : null;
  return match?.params['slug'] ?? null;
}

/** The article or the order that an address names. */
export const findGuessable = (address: URL) => guessableName({ match: findRoute(address.pathname), address, key: '' });

/** Whether a request asks for a page, and changes nothing. */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>) => method === 'GET' || method === 'HEAD';

/** The address of a request; null when its target is no path of this site. */
export function readAddress({ url = '' }: Pick<IncomingMessage, 'url'>): URL | null {
  const whole = `http://site${url}`;
  return url.startsWith('/') && URL.canParse(whole) ? new URL(whole) : null;
}

/** The one spelling of an address, with its query. */
export function findCanonicalPath(url: string): string {
  const address = readAddress({ url });
  return address ? (findRoute(address.pathname)?.canonicalPath ?? address.pathname) + address.search : url;
}

/** `accepted` as normaliseEncodings() writes it. */
function readEncoding(accepted: string): Encoding {
  // Between equals browsers name gzip first; brotli is smaller.
  if (/\bbr\b/.test(accepted) && !/;q=/.test(accepted)) return /\bzstd\b/.test(accepted) ? 'zstd' : 'br';
  const [encoding] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}

/** `.` or `..` between slashes, also encoded: no address of this site has such a part. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const maxCachedRequests = 1000;
/** In characters: a longer request is worked out anew each time. */
const maxCachedLength = 400;

export interface RequestResolver {
  /** Works a request out; null when its target is no address. */
  resolve(request: IncomingMessage, response: ServerResponse): SiteRequest | null;
  /** The same without a response to keep it on. */
  find(request: IncomingMessage): Resolved | null;
}

/** On the response itself: every entry of a WeakMap is work for the garbage collector. */
const carried = Symbol('site request');
type Carrier = ServerResponse & { [carried]?: SiteRequest };

/** What was found out of the request that a response answers. */
export function siteRequestOf(response: ServerResponse): SiteRequest {
  const found = (response as Carrier)[carried];
  if (!found) throw new Error('the request has not been resolved');
  return found;
}

interface Options {
  config: Pick<Config, 'defaultLanguage'>;
  endpoints: Pick<EndpointTable, 'find'>;
  normaliseQuery: NormaliseQuery;
}

export function createRequestResolver({ config, endpoints, normaliseQuery }: Options): RequestResolver {
  const encodings = new LRUCache<string, Encoding>({ max: 100 });
  // Pages that are in the page cache are asked for again and again: their addresses are parsed once.
  const cached = new LRUCache<string, Resolved>({ max: maxCachedRequests });

  function findEncoding({ headers }: IncomingMessage): Encoding {
    const accepted = headers['accept-encoding'];
    if (!accepted) return 'identity';
    const known = encodings.get(accepted);
    if (known) return known;
    const encoding = readEncoding(accepted);
    if (accepted.length <= maxCachedLength) encodings.set(accepted, encoding);
    return encoding;
  }

  function resolvePage(address: URL, match: RouteMatch | null, choice: LanguageChoice): string | null {
    if (!match) return pageKey(missingPagePath, 'not-found', choice.language);
    const { route, canonicalPath } = match;
    if (canonicalPath !== address.pathname) return null;
    if (route.personal.some((name) => address.searchParams.has(name))) return null;
    const query = normaliseQuery(match, address.searchParams);
    if (query === null) return null;
    // What the page does not know is rendered as one value, so that made-up values share one entry.
    address.search = query;
    return pageKey(address.pathname, query, choice.language);
  }

  function resolveAnew(request: IncomingMessage): Resolved | null {
    const address = readAddress(request);
    if (!address) return null;
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    // As it was sent: the parser of URLs resolves `..`, by which a path could get around limits.
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const plain = !dotSegment.test(path);
    // Otherwise the page of the resolved path would be rendered, and stored for every address that does not exist.
    if (!plain) address.pathname = missingPagePath;
    const endpoint = plain ? endpoints.find(path) : null;
    if (endpoint) return { address, choice, endpoint, match: null, key: null, variant: '' };
    const match = plain ? findRoute(address.pathname) : null;
    const key = resolvePage(address, match, choice);
    return { address, choice, endpoint, match, key, variant: describeVariant(choice, key) };
  }

  function resolveCached(request: IncomingMessage): Resolved | null {
    const { url = '', headers } = request;
    const language = headers.cookie ? (readCookie(request, languageKey) ?? '') : '';
    const requestKey = `${url}\n${headers['accept-language'] ?? ''}\n${language}`;
    const known = cached.get(requestKey);
    if (known) return known;
    const resolved = resolveAnew(request);
    // Addresses that do not exist are without number, and a visitor's own address may hold personal data. A category
    // that is unknown may be named tomorrow.
    const isStored = resolved?.key && resolved.match && requestKey.length <= maxCachedLength;
    if (isStored && ![...resolved.address.searchParams.values()].includes(unknownValue))
      cached.set(requestKey, resolved);
    return resolved;
  }

  return {
    find: resolveCached,
    resolve(request, response) {
      const resolved = resolveCached(request);
      if (!resolved) return null;
      const siteRequest: SiteRequest = { ...resolved, encoding: findEncoding(request) };
      (response as Carrier)[carried] = siteRequest;
      return siteRequest;
    },
  };
}
