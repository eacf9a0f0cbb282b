import { randomUUID } from 'node:crypto';
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

const contexts = new WeakMap<ServerResponse, RequestContext>();

/** A proxy's id is kept when the proxy is trusted and the id is harmless. */
function readId(request: IncomingMessage, trusted: boolean): string {
  const given = request.headers['x-request-id'];
  return trusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
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
  contexts.set(response, context);
  return context;
}

export function contextOf(response: ServerResponse): RequestContext {
  const context = contexts.get(response);
  if (!context) throw new Error('the request has no context');
  return context;
}
