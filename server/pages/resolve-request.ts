import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { findRoute, type RouteMatch } from '#client/routes.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import type { LanguageChoice } from '#server/http/choose-language.ts';
import type { EndpointTable } from '#server/http/endpoint-table.ts';
import type { Encoding, SiteRequest } from '#server/http/request-context.ts';
import type { NormaliseQuery } from './known-query.ts';
import { describeVariant, missingPageKey, pageKey } from './page-key.ts';

type ResolvedRequest = Omit<SiteRequest, 'encoding'>;

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/**
 * Characters of a path that the URL parser changes: it reads a backslash as a slash, ends the path at `#`, and removes
 * tabs and line breaks. Endpoints are found by the unparsed path, so the parsed path could be that of another endpoint.
 * Browsers send none of these characters in a path.
 */
const changedByParser = /[\\#\t\r\n]/;

/** The address of a request; null when its target is no path of this site. */
function parseAddress({ url = '' }: Pick<IncomingMessage, 'url'>): URL | null {
  return url.startsWith('/') && !changedByParser.test(pathOf(url)) ? URL.parse(`http://site${url}`) : null;
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

interface Options {
  endpoints: Pick<EndpointTable, 'find'>;
  normaliseQuery: NormaliseQuery;
}

/** The query of a page, reduced to known values if the page has a key in the page cache. */
function reduceQuery(
  address: URL,
  page: RouteMatch | null,
  { language }: LanguageChoice,
  normaliseQuery: NormaliseQuery,
): { search: string; key: string | null } {
  const unchanged = { search: address.search, key: null };
  if (!page) return { ...unchanged, key: missingPageKey('not-found', language) };
  const { route, canonicalPath } = page;
  if (canonicalPath !== address.pathname) return unchanged;
  if (route.personal.some((name) => address.searchParams.has(name))) return unchanged;
  const search = normaliseQuery(page, address.searchParams);
  if (search === null) return unchanged;
  // All unknown values are rendered as one value, so that made-up values share one entry.
  return { search, key: pageKey(address.pathname, search, language) };
}

/**
 * Creates the function that resolves a request whose language is chosen; it returns null when the target of the request
 * is no address.
 */
export function createResolveRequest({ endpoints, normaliseQuery }: Options) {
  // The headers of a request have at most 16 kB together, so a hundred cached values take little memory.
  const encodings = new LRUCache<string, Encoding>({ max: 100, memoMethod: chooseEncoding });
  // Pages in the page cache are requested often: their addresses are parsed once.
  const requests = new LRUCache<string, ResolvedRequest>({ max: maxCachedRequests });

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
    const { search, key } = reduceQuery(address, page, choice, normaliseQuery);
    address.search = search;
    return { address, choice, endpoint, errorFormat, page, key, variant: describeVariant(choice, key !== null) };
  }

  function resolveCached(request: IncomingMessage, choice: LanguageChoice): ResolvedRequest | null {
    const url = request.url ?? '';
    const requestKey = `${url}\n${choice.language} ${choice.changed}`;
    const cached = requests.get(requestKey);
    if (cached) return cached;
    const resolved = resolveAnew(request, choice);
    // The number of addresses that do not exist is unlimited, and a query may have any value, also personal data.
    if (resolved?.key && resolved.page && !url.includes('?') && url.length <= maxCachedLength)
      requests.set(requestKey, resolved);
    return resolved;
  }

  return (request: IncomingMessage, choice: LanguageChoice): SiteRequest | null => {
    const resolved = resolveCached(request, choice);
    const accepted = request.headers['accept-encoding'];
    return resolved && { ...resolved, encoding: accepted ? encodings.memo(accepted) : 'identity' };
  };
}
