import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { matchesToken } from '#server/http/token.ts';
import type { Metrics } from './metrics.ts';

function mayRead(request: IncomingMessage, token: string | null): boolean {
  if (!token) return true;
  const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return matchesToken(given, token);
}

/** Answers GET /metrics; behind a token where there is one. */
export function answerMetrics(metrics: Metrics, token: string | null): RequestListener {
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (!mayRead(request, token)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain' }).end('Unauthorized\n');
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

/** A port of its own, for operators who keep it inside. */
export function createMetricsServer(metrics: Metrics, token: string | null): Server {
  const answer = answerMetrics(metrics, token);
  return createServer(
    { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      if (request.method === 'GET' && request.url === '/metrics') answer(request, response);
      else response.writeHead(404).end();
    },
  );
}
