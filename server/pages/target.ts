import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { languageKey, type Language } from '#shared/languages.ts';
import { findRoute, pickQuery, type RouteMatch } from '#client/routes.ts';
import type { Config } from '../config.ts';
import type { KnownQuery } from './known-query.ts';
import { chooseLanguage, readCookie, type LanguageChoice } from './language.ts';
import type { Encoding } from './page-cache.ts';

/** What a request for a page asks for. */
export interface Target {
  address: URL;
  match: RouteMatch | null;
  choice: LanguageChoice;
  /** Null for a page that belongs to one visitor. */
  key: string | null;
  /** All of it that decides the header lines of an answer. */
  kind: string;
}

/** One word for all that decides the header lines of an answer. */
export function describeKind({ language, fromAddress, changed }: LanguageChoice, key: string | null): string {
  return `${language} ${fromAddress} ${changed} ${key !== null}`;
}

/** What a page is stored by; pages of one path begin alike. */
export function pageKey(path: string, query: string, language: Language): string {
  return `${path}\n${query}\n${language}`;
}

/** What was worked out for a kind of request is kept, so that a ready page costs no parsing; bounded in number and length. */
const rememberedTargets = 1000;
const longestRemembered = 400;

/** The address of a request; null when it is no path on this site. */
export function readAddress(request: IncomingMessage): URL | null {
  const { url = '' } = request;
  const whole = `http://site${url}`;
  return url.startsWith('/') && URL.canParse(whole) ? new URL(whole) : null;
}

/** The one spelling of an address, with its query. */
export function findCanonicalPath(url: string): string {
  const address = URL.canParse(`http://site${url}`) ? new URL(`http://site${url}`) : null;
  return address ? (findRoute(address.pathname)?.canonicalPath ?? address.pathname) + address.search : url;
}

function readEncoding(accepted: string): Encoding {
  // Between equals browsers name gzip first; brotli is smaller.
  if (/\bbr\b/.test(accepted) && !/;\s*q=/.test(accepted)) return 'br';
  const [encoding] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}

export interface Targets {
  /** Only the address and the language's signs decide it; null when the address is none. */
  find(request: IncomingMessage): Target | null;
  /** The best compression that the browser takes. */
  bestEncoding(request: IncomingMessage): Encoding;
}

export function createTargets(config: Config, isKnownQuery: KnownQuery): Targets {
  const encodings = new LRUCache<string, Encoding>({ max: 100 });
  const targets = new LRUCache<string, Target>({ max: rememberedTargets });

  function bestEncoding(request: IncomingMessage): Encoding {
    const accepted = request.headers['accept-encoding'];
    if (!accepted) return 'identity';
    const known = encodings.get(accepted);
    if (known) return known;
    const encoding = readEncoding(accepted);
    if (accepted.length <= longestRemembered) encodings.set(accepted, encoding);
    return encoding;
  }

  function find(request: IncomingMessage): Target | null {
    const { url = '', headers } = request;
    const signs = `${url}\n${headers['accept-language'] ?? ''}\n${headers.cookie ? (readCookie(request, languageKey) ?? '') : ''}`;
    const known = targets.get(signs);
    if (known) return known;
    const target = work(request);
    // A visitor's own address may carry what nobody else's does: it is not kept.
    if (target?.key && signs.length <= longestRemembered) targets.set(signs, target);
    return target;
  }

  function work(request: IncomingMessage): Target | null {
    const address = readAddress(request);
    if (!address) return null;
    const match = findRoute(address.pathname);
    const choice = chooseLanguage(request, address.searchParams, config.defaultLanguage);
    const shared =
      match !== null &&
      match.canonicalPath === address.pathname &&
      !match.route.personal.some((name) => address.searchParams.has(name)) &&
      isKnownQuery(match.route, address.searchParams);
    const key = shared
      ? pageKey(address.pathname, pickQuery(match.route, address.searchParams), choice.language)
      : null;
    return { address, match, choice, key, kind: describeKind(choice, key) };
  }

  return { find, bestEncoding };
}
