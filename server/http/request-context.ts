import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteMatch } from '#client/routes.ts';
import type { LanguageChoice } from './choose-language.ts';
import type { EndpointMatch, ErrorFormat } from './endpoint-table.ts';

export type CacheOutcome = 'hit' | 'stale' | 'stale-if-error' | 'miss';

/** `zstd` stands for a client that accepts both zstd and brotli. */
export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';

/** A resolved request: its address, its endpoint or page, and the language of the visitor. */
export interface SiteRequest {
  address: URL;
  choice: LanguageChoice;
  /** The rows of the endpoint; null for a page. */
  endpoint: EndpointMatch | null;
  /** The format of errors: that of the endpoint's rows, and text for a page. */
  errorFormat: ErrorFormat;
  /** The page; null for an endpoint, and for an address that does not exist. */
  page: RouteMatch | null;
  /**
   * The key of the page cache; null for an endpoint and for a personal page. A page with a key is shared: it is rendered
   * once for all visitors. A personal page is rendered for one request: its query has a parameter in `personal`, its path
   * is not the canonical one, or the server does not know yet whether a value of its query exists. The response to a form
   * is personal, too.
   */
  key: string | null;
  /** Everything that decides the headers of a page's response, as one string. */
  variant: string;
  /** The best compression that the client accepts. */
  encoding: Encoding;
}

/** What is known about a request. Only `siteRequest` contains data of the visitor, and it is never logged. */
export interface RequestContext {
  id: string;
  /** `performance.now()` when the handler was called. */
  startedAt: number;
  /** For the log: without the query, e-mail addresses and ids of orders, at most 200 characters. */
  path: string;
  /** The name of the page or of the endpoint; `other` until the request is resolved. */
  route: string;
  /** The language of a page. */
  language?: string;
  cache?: CacheOutcome;
  /** Null until the request is resolved; a request that the guard refuses may never be. */
  siteRequest: SiteRequest | null;
}

/** Matches an at sign, also when it is percent-encoded several times. */
const atSign = /@|%(?:25)*40/i;

/** Matches the id of an order, which gives access to its licence; `new` is a page of the desk. */
const orderId = /^(\/desk\/orders\/|\/sandbox\/pay\/)[\w-]{8,}/i;

/**
 * The path for the log. The query is never logged, because it may contain an e-mail address or a machine identifier.
 */
function toLoggedPath(url: string): string {
  const end = url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end)).slice(0, 200).replace(orderId, '$1[order]');
  if (!atSign.test(path)) return path;
  const parts = path.split('/').map((part) => (atSign.test(part) ? '[email]' : part));
  return parts.join('/');
}

/** The context is stored on the response itself, because every entry of a WeakMap is work for the garbage collector. */
const key = Symbol('context');
type Carrier = ServerResponse & { [key]?: RequestContext };

/** Unique among all copies, and short, because the id is in every response and in every line of the log. */
const idPrefix = randomBytes(6).toString('base64url');

/** Creates the function that adds the context to a response. `trusted`: requests come from a proxy of the operator. */
export function createAttachContext({ trusted }: { trusted: boolean }) {
  let count = 0;
  /** The id from a trusted proxy is used if it has a safe form. */
  function chooseId({ headers }: IncomingMessage): string {
    const given = headers['x-request-id'];
    if (trusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given)) return given;
    count += 1;
    return `${idPrefix}-${count.toString(36)}`;
  }

  return function attachContext(request: IncomingMessage, response: Carrier): void {
    response[key] = {
      id: chooseId(request),
      startedAt: performance.now(),
      path: toLoggedPath(request.url ?? ''),
      route: 'other',
      siteRequest: null,
    };
  };
}

/** The context of the request of a response. */
export function contextOf(response: Carrier): RequestContext {
  const context = response[key];
  if (!context) throw new Error('the request has no context');
  return context;
}

/** The resolved request of a response. */
export function siteRequestOf(response: Carrier): SiteRequest {
  const { siteRequest } = contextOf(response);
  if (!siteRequest) throw new Error('the request has not been resolved');
  return siteRequest;
}

/** Stores a resolved request in the context of its response, with the route and the language for the log. */
export function setSiteRequest(response: Carrier, siteRequest: SiteRequest): void {
  const context = contextOf(response);
  const { endpoint, page, choice } = siteRequest;
  context.siteRequest = siteRequest;
  context.route = endpoint ? (endpoint.rows[0]?.name ?? 'other') : (page?.route.name ?? 'not-found');
  if (!endpoint) context.language = choice.language;
}
