import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '#server/config/config.ts';
import { listen } from '#server/http/listen.ts';
import { hasBearerToken } from '#server/http/token.ts';
import type { Log } from '#server/lib/log.ts';
import type { Metrics } from './metrics.ts';

interface Options {
  metrics: Pick<Metrics, 'print' | 'contentType'>;
  log: Log;
}

/** The path of the metrics, on the port of the site and on METRICS_PORT. */
export const metricsPath = '/metrics';

/** Handles GET /metrics; with a token, only for requests that send it. */
export function createMetricsHandler({ metrics, log }: Options, token: string | null): RequestListener {
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (token && !hasBearerToken(request, token)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain' }).end('Unauthorized\n');
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be printed');
        response.writeHead(500).end();
      },
    );
  };
}

/** Creates the server for METRICS_PORT, which operators do not make public. */
export function createMetricsServer(options: Options, token: string | null): Server {
  const handle = createMetricsHandler(options, token);
  return createServer(
    { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      if (request.method === 'GET' && request.url === metricsPath) handle(request, response);
      else response.writeHead(404).end();
    },
  );
}

/**
 * Starts the server for metrics on METRICS_PORT; resolves to null if METRICS_PORT is not set. Rejects with a
 * ConfigError if the port cannot be opened.
 */
export async function startMetricsServer(
  { metricsPort: port, metricsToken, host }: Pick<Config, 'metricsPort' | 'metricsToken' | 'host'>,
  options: Options,
): Promise<Server | null> {
  if (!port) return null;
  const server = createMetricsServer(options, metricsToken);
  await listen(server, { port, host, variable: 'METRICS_PORT' });
  return server;
}
