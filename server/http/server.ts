import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#server/lib/log.ts';
import { endResponses } from './connection-limit.ts';
import type { Refusal, RefusalMetrics } from './request-head.ts';

/** The timeout of the head of a request; browsers send it at once. */
const headersMs = 10_000;
/** 10 MB over a slow phone line take minutes. The guard has shorter timeouts for other bodies. */
const requestMs = 300_000;
/** A connection without traffic for this long is closed, because its visitor has probably left. */
const silenceMs = 90_000;
/** Longer than the timeout of proxies (nginx: 60 s), so that no proxy sends a request on a closing connection. */
const keepAliveMs = 65_000;
const headBytes = 16 * 1024;

/** The app that handles the requests of the server. */
export interface HttpApp {
  handler: RequestListener;
  /** The handler itself answers `Expect`, also with `100 Continue`; for any other app Node does so. */
  handlesExpect?: boolean;
}

interface HttpLimits {
  maxConnections: number;
  headersMs?: number;
  requestMs?: number;
  silenceMs?: number;
}

interface ClientError extends Error {
  code?: string;
}

const refusalOf: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'headers' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, reason: 'body' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'timeout' },
};

function printRefusal(status: number, headers = ''): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`;
}

/** Responds 500 when the handler throws. Without this, the error would end the process. */
function withErrors(handler: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    try {
      handler(request, response);
    } catch (error) {
      log.error({ err: error }, 'a request failed before the app handled it');
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: 'close', 'cache-control': 'no-store' }).end();
    }
  };
}

/**
 * Creates the HTTP server with all of its limits. A request that cannot be parsed, is too long or comes too slowly gets
 * a 4xx and one line in the log, and never reaches the app.
 */
export function createHttpServer(app: HttpApp, log: Log, metrics: RefusalMetrics, limits: HttpLimits): Server {
  const handler = withErrors(app.handler, log);
  const server = createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: limits.headersMs ?? headersMs,
      requestTimeout: limits.requestMs ?? requestMs,
      keepAliveTimeout: keepAliveMs,
      // Node checks for slow requests every 30 s by default.
      connectionsCheckingInterval: 1000,
      insecureHTTPParser: false,
      // The guard refuses a request without Host, and logs it.
      requireHostHeader: false,
    },
    handler,
  );
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.silenceMs ?? silenceMs);

  function refuse(socket: Duplex, { status, reason }: Refusal, code: string, headers = ''): void {
    log.warn({ status, reason: code }, 'a malformed request was refused');
    metrics.refused(reason);
    // The response to an earlier request may still be running; the refusal would become a part of it. node:http has
    // no public way from a socket to its response, and to note it here would cost every request.
    const { _httpMessage: running }: Duplex & { _httpMessage?: { headersSent: boolean; req: IncomingMessage } } =
      socket;
    if (!socket.writable || running?.headersSent || running?.req.complete) {
      setTimeout(() => socket.destroy(), 500).unref();
      return;
    }
    socket.end(printRefusal(status, headers));
    // A client that does not close its end is cut off.
    setTimeout(() => socket.destroy(), 500).unref();
  }

  server.on('clientError', (error: ClientError, socket) => {
    const code = error.code ?? 'unknown';
    // Nobody reads a response on a connection that broke.
    if (code === 'ECONNRESET' || code === 'EPIPE' || socket.destroyed) {
      socket.destroy();
      return;
    }
    refuse(socket, refusalOf[code] ?? { status: 400, reason: 'malformed' }, code);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // node:http has removed its own listeners. Without these, a client that resets the connection would end the process,
    // and responses that wait on the connection would never end.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => endResponses(socket));
    refuse(socket, { status: 405, reason: 'CONNECT' }, 'CONNECT', 'Allow: GET, HEAD\r\n');
  });
  if (app.handlesExpect) for (const event of ['checkContinue', 'checkExpectation']) server.on(event, handler);
  server.on('drop', () => {
    log.warn({ connections: limits.maxConnections }, 'a connection was dropped: too many are open');
    metrics.refused('connections');
  });
  return server;
}
