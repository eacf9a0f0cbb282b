import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is known of a request for its one line in the log and for metrics; nothing of the visitor. */
export interface RequestContext {
  id: string;
  startedAt: number;
  path: string;
  route?: string;
  language?: string;
  cache?: 'hit' | 'stale' | 'miss';
}

/** On the response itself: the garbage collector pays for every entry of a WeakMap. */
const key = Symbol('context');
type Carrier = ServerResponse & { [key]?: RequestContext };

/** Unique among all copies, and short: it is in every answer and in every line of the log. */
const copyId = randomBytes(6).toString('base64url');
let count = 0;

function createId(): string {
  count += 1;
  return `${copyId}-${count.toString(36)}`;
}

/** A proxy's id is kept when the proxy is trusted and the id is harmless. */
function readId(request: IncomingMessage, trusted: boolean): string {
  const given = request.headers['x-request-id'];
  return trusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : createId();
}

export function openContext(request: IncomingMessage, response: ServerResponse, trusted: boolean): RequestContext {
  const url = request.url ?? '';
  const end = url.indexOf('?');
  const context: RequestContext = {
    id: readId(request, trusted),
    startedAt: performance.now(),
    // The query may carry an e-mail address or a machine's identifier: it is never logged.
    path: (end === -1 ? url : url.slice(0, end)).slice(0, 200),
  };
  (response as Carrier)[key] = context;
  return context;
}

export function contextOf(response: ServerResponse): RequestContext {
  const context = (response as Carrier)[key];
  if (!context) throw new Error('the request has no context');
  return context;
}
