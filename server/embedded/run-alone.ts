import express, { type Express } from 'express';
import { readConfig, type Config } from '#server/config/config.ts';
import { ConfigError, exitOnFailure } from '#server/config/config-error.ts';
import { warnOfMisspeltVariables } from '#server/config/misspelt-variables.ts';
import { emptyState, type EmbeddedState } from '#server/operations/embedded-metrics.ts';
import { createReadiness, handleHealth } from '#server/operations/health.ts';
import { createLog } from '#server/lib/log.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { startServer } from '#server/operations/start-server.ts';
import { startCalls } from './start-calls.ts';
import { findFolders } from './lib/folders.ts';
import { readBackendSettings, startWarnings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** Serves the calls of server/backend/README.md and the health checks. */
function createHandler(calls: Express, isReady: () => boolean, state: EmbeddedState): Express {
  const handler = express();
  handler.disable('x-powered-by');
  handler.get('/healthz', handleHealth);
  handler.get(
    '/readyz',
    createReadiness(isReady, () => state),
  );
  handler.use(calls);
  return handler;
}

function requireToken({ backendToken }: Config): string {
  if (backendToken) return backendToken;
  throw new ConfigError(
    'BACKEND_TOKEN must be set: the backend and every copy of the site need the same one when they run apart.',
  );
}

async function start(env: Environment): Promise<void> {
  // One file of variables may serve both sides. With BACKEND_URL the checks of payments would be left to the backend.
  const config = readConfig({ ...env, BACKEND_URL: undefined });
  const token = requireToken(config);
  const log = createLog(config.logLevel);
  warnOfMisspeltVariables(env, (sentence) => log.warn(sentence));
  for (const warning of startWarnings(config)) log.warn(warning);
  const metrics = createMetrics({ ofProcess: true });
  const state = { ...emptyState };
  const { calls, close } = await startCalls(readBackendSettings(config, findFolders(), token), {
    writeLog: (level, fields, text) => log[level](fields, text),
    onState: (change) => void Object.assign(state, change),
  });
  metrics.watchEmbedded(() => state);
  const app: { isReady: boolean; handler: Express } = {
    isReady: true,
    handler: createHandler(calls, () => app.isReady, state),
  };
  await startServer(config, { app, log, metrics, close }).catch(async (error: unknown) => {
    // E-mails may be claimed already: another process would send them only when the claims expire.
    await close();
    throw error;
  });
  log.info({ port: config.port }, `the backend answers on port ${config.port}`);
}

/**
 * Runs the backend without the site, so that several copies of the site can share it. A failed start ends with exit
 * code 1 and, if the operator can fix the cause, one sentence on standard error.
 */
export const runAlone = (env: Environment): Promise<void> => exitOnFailure(() => start(env));
