import type { Server } from 'node:http';
import { join } from 'node:path';
import { format } from 'node:util';
import { createApp, type App } from './app.ts';
import { openBackend } from './backend/open-backend.ts';
import { createBackendClient } from './backend/client.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { listen } from './http/listen.ts';
import { createHttpServer } from './http/server.ts';
import { MissingBuildError, readManifest } from './manifest.ts';
import { createLog, type Log } from './operations/log.ts';
import { createMetricsServer } from './operations/metrics-server.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { readTexts } from './texts.ts';

/** Where the built site lies: dist/server/main.js is beside dist/client and dist/locales. */
const dist = join(import.meta.dirname, '..');
const picturesDir = join(dist, 'news');
/** After SIGTERM, proxies get this long to notice, and running requests this long to finish: within 10 s all is over. */
const noticeMs = 2000;
const drainMs = 7000;

interface Closing {
  server: Server;
  app: App;
  log: Log;
  closeRest: () => Promise<void>;
}

/**
 * First readiness goes false and every answer ends its connection, while new ones are still taken: proxies notice, and
 * nothing that is on its way is lost. Then the door closes, what runs is finished, and the process ends.
 */
function closeOnSignal({ server, app, log, closeRest }: Closing): void {
  let closing = false;
  const close = (signal: string, exitCode: number, noticeMs: number) => {
    if (closing) return;
    closing = true;
    app.ready = false;
    log.info({ signal }, 'closing: running requests are finished, no new ones are taken');
    setTimeout(() => {
      log.warn('some requests did not finish in time');
      process.exit(exitCode || 1);
    }, noticeMs + drainMs);
    setTimeout(() => {
      // Also ends connections that have nothing running.
      server.close(() => {
        void closeRest().finally(() => process.exit(exitCode));
      });
      // A connection that has just finished what it was opened for is idle only now.
      setInterval(() => server.closeIdleConnections(), 100);
    }, noticeMs);
  };
  process.on('SIGTERM', () => close('SIGTERM', 0, noticeMs));
  // Somebody at a terminal does not want to wait.
  process.on('SIGINT', () => close('SIGINT', 0, 0));
  const onFault = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    close(kind, 1, 0);
  };
  process.on('uncaughtException', onFault('uncaught exception'));
  process.on('unhandledRejection', onFault('unhandled rejection'));
}

async function openMetricsPort(config: Config, metrics: Metrics): Promise<Server | null> {
  if (!config.metricsPort) return null;
  const server = createMetricsServer(metrics, config.metricsToken);
  await listen(server, { port: config.metricsPort, host: config.host, variable: 'METRICS_PORT' });
  return server;
}

/** What libraries and shared code say on the console belongs into the log, a line of JSON like every other. */
function logConsole(log: Log): void {
  console.warn = (...said: unknown[]) => log.warn({ said: format(...said) }, 'said on the console');
  console.error = (...said: unknown[]) => log.error({ said: format(...said) }, 'said on the console');
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  logConsole(log);
  const [manifest, texts] = await Promise.all([readManifest(dist), readTexts(join(dist, 'locales'))]);
  const backend = await openBackend(config, picturesDir, log);
  const metrics = createMetrics({ ofProcess: true });
  const backendClient = createBackendClient({ origin: backend.origin, token: backend.token, log, metrics });
  // Its client is large, and most operators run one copy.
  const shared = config.redisUrl
    ? (await import('./http/redis.ts')).openShared({ url: config.redisUrl, log, metrics })
    : undefined;
  const { embedded } = backend;
  const app = createApp({
    config,
    log,
    texts,
    manifest,
    backendClient,
    metrics,
    clientDir: join(dist, 'client'),
    picturesDir,
    shared,
    readStorage: embedded ? () => ({ storage: embedded.storage }) : undefined,
  });
  const server = createHttpServer(app, log, metrics, { maxConnections: config.maxConnections });
  await listen(server, { ...config, variable: 'PORT' });
  const metricsServer = await openMetricsPort(config, metrics);
  const closeRest = async () => {
    metricsServer?.close();
    shared?.close();
    await backendClient.close();
    await embedded?.close();
  };
  closeOnSignal({ server, app, log, closeRest });

  const { port } = server.address() as { port: number };
  log.info({ port }, `ready on http://localhost:${port}`);
  if (process.stdout.isTTY) console.log(`\n  The site is on http://localhost:${port}\n`);
  await app
    .warm()
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'the pages could not be rendered ahead'));
}

/** Runs the site; what an operator can mend is one sentence and exit code 1. */
export async function run(): Promise<void> {
  try {
    await start();
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof MissingBuildError;
    console.error(known ? error.message : error);
    process.exit(1);
  }
}
