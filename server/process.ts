import { join } from 'node:path';
import { format } from 'node:util';
import { createApp } from './app.ts';
import { createBackendClient } from './backend/client.ts';
import { createBackend } from './create-backend.ts';
import { readConfig, type Config } from './config/config.ts';
import { exitOnFailure } from './config/config-error.ts';
import { warnOfMisspeltVariables } from './config/misspelt-variables.ts';
import { portOf } from './http/listen.ts';
import { readManifest } from './lib/manifest.ts';
import { createLog, type Log } from './lib/log.ts';
import { within } from './lib/within.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { startServer } from './operations/start-server.ts';
import { routeNames } from './pages/page-routes.ts';
import { shutdownTimes } from './http/shutdown.ts';
import { readTexts } from './lib/texts.ts';

/** The folder of the built site: dist/server/main.js is beside dist/client and dist/locales. */
const dist = join(import.meta.dirname, '..');
const picturesDir = join(dist, 'news');
const localesDir = join(dist, 'locales');

/** Writes the console output of libraries and shared code as lines of JSON, like every other line of the log. */
function logConsole(log: Log): void {
  console.warn = (...values: unknown[]) => log.warn({ text: format(...values) }, 'written to the console');
  console.error = (...values: unknown[]) => log.error({ text: format(...values) }, 'written to the console');
}

/**
 * Logs the warnings of Node, such as that a library uses what is deprecated, as warnings. Node itself would write them
 * with console.error, and a request could cause a line that looks like a fault of the site.
 */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, code }: Error & { code?: string }) =>
    log.warn({ name, code, text: message }, 'a warning of Node'),
  );
}

/** Opens the app with all that it needs; the result also closes it. */
async function openApp(config: Config, log: Log, metrics: Metrics) {
  const [manifest, texts] = await Promise.all([readManifest(dist), readTexts(localesDir)]);
  const { embedded, ...backend } = createBackend(config, { picturesDir, localesDir }, log);
  const backendClient = createBackendClient({ ...backend, port: embedded?.port, log, metrics });
  // Loaded only when it is used: the Redis client is large, and most operators run one copy.
  const redis = config.redisUrl
    ? (await import('./redis/connect-redis.ts')).connectRedis({ url: config.redisUrl, log, metrics })
    : undefined;
  if (embedded) metrics.watchEmbedded(() => embedded.state);
  const app = createApp({
    config,
    log,
    texts,
    manifest,
    backendClient,
    metrics,
    clientDir: join(dist, 'client'),
    picturesDir,
    redis,
    readEmbeddedState: embedded ? () => embedded.state : undefined,
  });
  const close = async () => {
    // A backend that hangs must not use up the time that Redis and the embedded backend need to close.
    await within(app.close(), shutdownTimes.lastFlushMs, () => undefined);
    redis?.close();
    await backendClient.close();
    await embedded?.close(shutdownTimes.closeBackendMs);
  };
  const abortBackendCalls = async () => {
    // After this nothing can be sent to the backend.
    await within(app.flush(), shutdownTimes.lastFlushMs, () => undefined);
    await backendClient.close();
  };
  return { app, embedded, close, abortBackendCalls };
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  logConsole(log);
  logWarnings(log);
  warnOfMisspeltVariables(process.env, (sentence) => log.warn(sentence));
  const metrics = createMetrics({ ofProcess: true, routeNames });
  const { app, embedded, close, abortBackendCalls } = await openApp(config, log, metrics);
  const server = await startServer(config, { app, log, metrics, flush: app.flush, abortBackendCalls, close });
  // Pages that need no backend can be served meanwhile; those that need it wait for it.
  await embedded?.start();
  // SIGTERM or SIGINT arrived while the backend was starting, so the site never becomes ready.
  if (!app.isReady) return;

  const port = portOf(server);
  log.info({ port }, `ready on http://localhost:${port}`);
  if (process.stdout.isTTY) console.log(`\n  The site is on http://localhost:${port}\n`);
  await app
    .warm()
    .catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'the pages could not be rendered before their first requests'),
    );
}

/**
 * Runs the site. A failed start exits with code 1: a problem that the operator can solve is one sentence on standard
 * error; any other error is printed with its stack.
 */
export const run = (): Promise<void> => exitOnFailure(start);
