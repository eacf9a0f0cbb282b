import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';

/** Browsers and proxies send one request after another; more than this on one connection at once is an attack. */
const defaultMaxWaiting = 8;

interface Load {
  waiting: number;
  closing: boolean;
}

interface Options {
  log: Log;
  metrics: Pick<Metrics, 'refused'>;
  maxWaiting?: number;
}

/**
 * Limits the requests that wait on one connection: node:http reads pipelined requests without a limit and starts all of
 * their handlers. The first request too many is answered 503 and ends the connection, what follows it is ignored.
 */
export function createConnectionLimit({ log, metrics, maxWaiting = defaultMaxWaiting }: Options) {
  const key = Symbol('load');
  type Carrier = Socket & { [key]?: Load };

  /** True when the request must not be handled; it has been answered where an answer is due. */
  return function refusePipelined(request: IncomingMessage, response: ServerResponse): boolean {
    const socket: Carrier = request.socket;
    const load = (socket[key] ??= { waiting: 0, closing: false });
    if (load.closing) return true;
    if (load.waiting >= maxWaiting) {
      load.closing = true;
      log.warn({ maxWaiting }, 'a connection was ended: too many of its requests wait');
      metrics.refused('pipelined');
      response.writeHead(503, { Connection: 'close', 'Retry-After': '1', 'Content-Length': 0 }).end();
      // Nothing more is read from the connection; it ends with the last answer that is due.
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
