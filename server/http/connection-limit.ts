import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/lib/log.ts';
import type { RefusalMetrics } from './request-head.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Browsers and proxies send one request after another; more parallel requests than this on one connection are an
 * attack.
 */
const maxWaiting = 8;

interface Load {
  waiting: number;
  closing: boolean;
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
  const key = Symbol('load');
  type Carrier = Socket & { [key]?: Load };

  /** Returns true when the request must not be handled; a response has then been sent if one is due. */
  return function refusePipelined(request: IncomingMessage, response: ServerResponse): boolean {
    const socket: Carrier = request.socket;
    const load = (socket[key] ??= { waiting: 0, closing: false });
    if (load.closing) return true;
    if (load.waiting >= maxWaiting) {
      load.closing = true;
      log.warn({ maxWaiting }, 'a connection was ended: too many of its requests wait');
      metrics.refused('pipelined');
      response.writeHead(503, { Connection: 'close', 'Retry-After': retryAfter.connection, 'Content-Length': 0 }).end();
      // Nothing more is read from the connection; it ends after the last due response.
      socket.pause();
      return true;
    }
    load.waiting += 1;
    response.once('close', () => {
      load.waiting -= 1;
    });
    return false;
  };
}
