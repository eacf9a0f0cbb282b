import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { Refusal } from './request-head.ts';

/** Whoever has not sent the head of a request by then is not a visitor. */
const headersMs = 10_000;
/** 10 MB over a slow phone line take minutes; whoever sends less has less time (server/http/guard.ts). */
const requestMs = 300_000;
/** A visitor who takes nothing of an answer for so long has left. */
const silenceMs = 90_000;
/** Longer than proxies keep theirs (nginx: 60 s), so that no request meets a closing connection. */
const keepAliveMs = 65_000;
const headBytes = 16 * 1024;

/** What the server hands requests to. */
interface HttpApp {
  handler: RequestListener;
  /** False for a request whose announced body would be refused: its sender need not send it. */
  acceptsBody(request: IncomingMessage): boolean;
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

/**
 * The HTTP server with every limit set: what cannot be parsed, is too long or comes too slowly is answered at once
 * with its 4xx and one line in the log, before any code of the site sees it.
 */
export function createHttpServer(app: HttpApp, log: Log, metrics: Metrics, limits: HttpLimits): Server {
  const server = createServer(
    {
      maxHeaderSize: headBytes,
      headersTimeout: limits.headersMs ?? headersMs,
      requestTimeout: limits.requestMs ?? requestMs,
      keepAliveTimeout: keepAliveMs,
      // Node looks for slow ones every 30 s unless told otherwise.
      connectionsCheckingInterval: 1000,
      insecureHTTPParser: false,
      // Answered by the guard, which writes its line.
      requireHostHeader: false,
    },
    app.handler,
  );
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.silenceMs ?? silenceMs);

  function refuse(socket: Duplex, { status, reason }: Refusal, code: string, headers = ''): void {
    log.warn({ status, reason: code }, 'a malformed request was refused');
    metrics.refused(reason);
    // Answers to the requests before it come first: this one would become a part of them.
    const { _httpMessage: running } = socket as { _httpMessage?: { headersSent: boolean; req: IncomingMessage } };
    if (!socket.writable || running?.headersSent || running?.req.complete) {
      setTimeout(() => socket.destroy(), 500).unref();
      return;
    }
    socket.end(printRefusal(status, headers));
    // Whoever does not close its end is not waited for.
    setTimeout(() => socket.destroy(), 500).unref();
  }

  server.on('clientError', (error: ClientError, socket) => {
    const code = error.code ?? 'unknown';
    // A connection that broke or was never used: there is nobody to answer.
    if (code === 'ECONNRESET' || code === 'EPIPE' || socket.destroyed) {
      socket.destroy();
      return;
    }
    refuse(socket, refusalOf[code] ?? { status: 400, reason: 'malformed' }, code);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, { status: 405, reason: 'CONNECT' }, 'CONNECT', 'Allow: GET, HEAD\r\n'),
  );
  server.on('checkContinue', (request, response) => {
    if (app.acceptsBody(request)) response.writeContinue();
    app.handler(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    log.warn({ status: 417, reason: 'expectation' }, 'a malformed request was refused');
    metrics.refused('expectation');
    response.writeHead(417, { Connection: 'close', 'Content-Length': 0 }).end();
    request.resume();
  });
  server.on('drop', () => {
    log.warn({ connections: limits.maxConnections }, 'a connection was dropped: too many are open');
    metrics.refused('connections');
  });
  return server;
}
