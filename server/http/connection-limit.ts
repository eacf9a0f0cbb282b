import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#server/lib/log.ts';
import type { RefusalMetrics } from './request-head.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Browsers and proxies send one request after another; more parallel requests than this on one connection are an
 * attack.
 */
const maxWaiting = 8;

interface Load {
  waiting: Set<ServerResponse>;
  closing: boolean;
}

const key = Symbol('load');
type Carrier = Duplex & { [key]?: Load };

/** Ends the responses that wait on a connection. */
export function endResponses(socket: Carrier): void {
  for (const response of socket[key]?.waiting ?? []) {
    response.destroy();
    // A response that waits for an earlier one has no connection yet, from which it would learn of its end.
    response.emit('close');
  }
}

interface Options {
  log: Log;
  metrics: RefusalMetrics;
}

/**
 * Limits the requests that wait on one connection: node:http reads pipelined requests without a limit and starts all of
 * their handlers. The first request above the limit gets 503 and ends the connection; later requests on it are ignored.
 */
export function createConnectionLimit({ log, metrics }: Options) {
  /** Returns true if the request must not be handled; a response has then been sent if one is due. */
  return function refusePipelined(request: IncomingMessage, response: ServerResponse): boolean {
    const socket: Carrier = request.socket;
    const load = (socket[key] ??= { waiting: new Set(), closing: false });
    if (load.closing) return true;
    if (load.waiting.size >= maxWaiting) {
      load.closing = true;
      log.warn({ maxWaiting }, 'a connection was ended: too many of its requests wait');
      metrics.refused('pipelined');
      response.writeHead(503, { Connection: 'close', 'Retry-After': retryAfter.connection, 'Content-Length': 0 }).end();
      // Nothing more is read from the connection; it ends after the last due response.
      socket.pause();
      return true;
    }
    load.waiting.add(response);
    response.once('close', () => load.waiting.delete(response));
    return false;
  };
}
