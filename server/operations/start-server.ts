import type { Server } from 'node:http';
import type { Config } from '#server/config/config.ts';
import { listen } from '#server/http/listen.ts';
import { createHttpServer, type HttpApp } from '#server/http/server.ts';
import { closeOnSignal, type Running } from '#server/http/shutdown.ts';
import type { Metrics } from './metrics.ts';
import { startMetricsServer } from './metrics-server.ts';

interface Options extends Pick<Running, 'log' | 'flush' | 'abortBackendCalls'> {
  app: HttpApp & Running['app'];
  metrics: Metrics;
  /** Called after the last response; closes the connections and the threads that the app uses. */
  close: () => Promise<void>;
}

/**
 * Serves an app on PORT and its metrics on METRICS_PORT until SIGTERM or SIGINT. Rejects with a ConfigError if a port
 * cannot be opened.
 */
export async function startServer(config: Config, { app, metrics, close, ...running }: Options): Promise<Server> {
  const { log } = running;
  const server = createHttpServer(app, log, metrics, { maxConnections: config.maxConnections });
  await listen(server, { ...config, variable: 'PORT' });
  const metricsServer = await startMetricsServer(config, { metrics, log });
  const closeRest = async () => {
    metricsServer?.close();
    await close();
  };
  closeOnSignal({ ...running, server, app, closeRest });
  return server;
}
