import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import express from 'express';
import { ConfigError } from '#server/config-error.ts';
import { readConfig } from '#server/config.ts';
import { listen } from '#server/http/listen.ts';
import { createHttpServer } from '#server/http/server.ts';
import { findMisspeltVariables } from '#server/misspelt-variables.ts';
import { answerHealth } from '#server/operations/health.ts';
import { createLog } from '#server/operations/log.ts';
import { createMetricsServer } from '#server/operations/metrics-server.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { closeOnSignal } from '#server/shutdown.ts';
import { createCalls, type CallTools } from './calls-server.ts';
import { openReportedStorage } from './open-storage.ts';

/** In the build, the pictures lie beside dist/server; in the sources, in static. */
function findPictures(): string {
  const built = join(import.meta.dirname, '../news');
  return existsSync(built) ? built : join(import.meta.dirname, '../../static/news');
}

/** The calls of server/backend/README.md, and what an orchestrator asks for. */
function createHandler(tools: CallTools, app: { ready: boolean }): express.Express {
  const handler = express();
  handler.disable('x-powered-by');
  handler.get('/healthz', answerHealth);
  handler.get('/readyz', (_req, res) => {
    res.status(app.ready ? 200 : 503).json({ ready: app.ready, storage: tools.storage.state });
  });
  handler.use(createCalls(tools));
  return handler;
}

async function start(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env);
  const { backendToken: token, dataDir, databaseUrl } = config;
  if (!token)
    throw new ConfigError(
      'BACKEND_TOKEN must be set: the backend and every copy of the site need the same one when they run apart.',
    );
  const log = createLog(config.logLevel);
  for (const { variable, meant } of findMisspeltVariables(env))
    log.warn({ variable, meant }, `${variable} is not a variable of the backend: did you mean ${meant}?`);
  const metrics = createMetrics({ ofProcess: true });
  const storage = await openReportedStorage(
    { dataDir, databaseUrl },
    { writeLog: (level, fields, text) => log[level](fields, text), onState: (state) => metrics.storage(state) },
  );
  const app = { ready: true };
  const handler = createHandler(
    {
      storage,
      token,
      picturesDir: findPictures(),
      writeLog: (level, fields, text) => log[level](fields, text),
    },
    app,
  );
  const http = { handler, acceptsBody: () => true };
  const server = createHttpServer(http, log, metrics, { maxConnections: config.maxConnections });
  await listen(server, { ...config, variable: 'PORT' });
  const metricsServer = config.metricsPort ? createMetricsServer(metrics, config.metricsToken) : null;
  if (metricsServer && config.metricsPort)
    await listen(metricsServer, { port: config.metricsPort, host: config.host, variable: 'METRICS_PORT' });
  const closeRest = async () => {
    metricsServer?.close();
    await storage.close();
  };
  closeOnSignal({ server, app, log, closeRest });
  log.info({ port: config.port }, `the backend answers on port ${config.port}`);
}

/**
 * Runs the backend without the site, so that several copies of the site can use one. A start that fails ends with exit
 * code 1 and, where the operator can solve it, one sentence on the standard error output.
 */
export async function runAlone(env: Record<string, string | undefined>): Promise<void> {
  try {
    await start(env);
  } catch (error) {
    writeSync(2, `${error instanceof ConfigError ? error.message : format(error)}\n`);
    process.exit(1);
  }
}
