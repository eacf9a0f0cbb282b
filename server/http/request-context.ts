import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type CacheOutcome = 'hit' | 'stale' | 'stale-if-error' | 'miss';

/** The data of a request for the log and the metrics; it contains no personal data of the visitor. */
export interface RequestContext {
  id: string;
  /** `performance.now()` when the handler was called. */
  startedAt: number;
  /** For the log: without the query and without e-mail addresses, at most 200 characters. */
  path: string;
  /** The name of the page or of the endpoint; set when the request is resolved. */
  route: string;
  language?: string;
  cache?: CacheOutcome;
}

/** Matches an at sign, also when it is percent-encoded several times. */
const atSign = /@|%(?:25)*40/i;

/**
 * The path for the log. The query is never logged, because it may contain an e-mail address or a machine identifier.
 */
function toLoggedPath(url: string): string {
  const end = url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end)).slice(0, 200);
  if (!atSign.test(path)) return path;
  const parts = path.split('/').map((part) => (atSign.test(part) ? '[email]' : part));
  return parts.join('/');
}

/** The context is stored on the response itself, because every entry of a WeakMap is work for the garbage collector. */
const key = Symbol('context');
type Carrier = ServerResponse & { [key]?: RequestContext };

/** Unique among all copies, and short, because the id is in every response and in every line of the log. */
const idPrefix = randomBytes(6).toString('base64url');

function createRequestIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${idPrefix}-${count.toString(36)}`;
  };
}

/** The id from a trusted proxy is used if it has a safe form. */
function chooseId(request: IncomingMessage, trusted: boolean, createId: () => string): string {
  const given = request.headers['x-request-id'];
  return trusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : createId();
}

/** Creates the function that adds the context to a response. `trusted`: requests come from a proxy of the operator. */
export function createAttachContext({ trusted }: { trusted: boolean }) {
  const createId = createRequestIds();
  return function attachContext(request: IncomingMessage, response: Carrier): RequestContext {
    const context: RequestContext = {
      id: chooseId(request, trusted, createId),
      startedAt: performance.now(),
      path: toLoggedPath(request.url ?? ''),
      route: 'other',
    };
    response[key] = context;
    return context;
  };
}

export function contextOf(response: Carrier): RequestContext {
  const context = response[key];
  if (!context) throw new Error('the request has no context');
  return context;
}
