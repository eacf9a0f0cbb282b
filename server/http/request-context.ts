import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type CacheOutcome = 'hit' | 'stale' | 'stale-if-error' | 'miss';

/** What is known of a request for its one line in the log and for metrics; nothing of the visitor. */
export interface RequestContext {
  id: string;
  /** `performance.now()` at the first byte of the handler. */
  startedAt: number;
  /** For the log: without the query and without e-mail addresses, at most 200 characters. */
  path: string;
  /** The name of the page or of the endpoint; set when the address is known. */
  route: string;
  language?: string;
  cache?: CacheOutcome;
}

/** An at sign, however often it is encoded. */
const atSign = /@|%(?:25)*40/i;

/** A path as it may be logged. The query may carry an e-mail address or a machine identifier: it is never logged. */
function toLoggedPath(url: string): string {
  const end = url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end)).slice(0, 200);
  if (!atSign.test(path)) return path;
  const parts = path.split('/').map((part) => (atSign.test(part) ? '[email]' : part));
  return parts.join('/');
}

/** On the response itself: every entry of a WeakMap is work for the garbage collector. */
const key = Symbol('context');
type Carrier = ServerResponse & { [key]?: RequestContext };

/** Unique among all copies, and short: the id is in every answer and in every line of the log. */
const copyId = randomBytes(6).toString('base64url');

/** Makes ids of this process; the number is a counter. */
export function createRequestIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${copyId}-${count.toString(36)}`;
  };
}

/** The id of a proxy is taken over when the proxy is trusted and the id is harmless. */
function readId(request: IncomingMessage, trusted: boolean, createId: () => string): string {
  const given = request.headers['x-request-id'];
  return trusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : createId();
}

export function openContext(
  request: IncomingMessage,
  response: ServerResponse,
  { trusted, createId }: { trusted: boolean; createId: () => string },
): RequestContext {
  const context: RequestContext = {
    id: readId(request, trusted, createId),
    startedAt: performance.now(),
    path: toLoggedPath(request.url ?? ''),
    route: 'other',
  };
  (response as Carrier)[key] = context;
  return context;
}

export function contextOf(response: ServerResponse): RequestContext {
  const context = (response as Carrier)[key];
  if (!context) throw new Error('the request has no context');
  return context;
}
