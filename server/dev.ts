import { createServer } from 'node:http';
import { join } from 'node:path';
import { createDevelopmentServer } from './build/development-server.ts';
import { root } from './build/root.ts';
import { readConfig } from './config/config.ts';
import { exitOnFailure } from './config/config-error.ts';
import { warnOfMisspeltVariables } from './config/misspelt-variables.ts';
import { listen } from './http/listen.ts';
import { requireNode } from './lib/node-version.ts';
import { onSignal } from './lib/on-signal.ts';
import { createLog } from './lib/log.ts';

/** Starts the development server, `npm run dev`. Changes in server/dev.ts and server/build need a restart. */
async function start(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', PAGE_CACHE_BYTES: '0', RATE_LIMIT: '0', ...process.env });
  const log = createLog(config.logLevel);
  warnOfMisspeltVariables(process.env, (sentence) => log.warn(sentence));
  // A built site may be running from dist/, so this build has its own folder.
  const development = await createDevelopmentServer({
    config,
    log,
    dist: join(root, 'node_modules/.cache/development', String(process.pid)),
  });
  const server = createServer(development.handler);
  // Without this listener node:http sends `100 Continue` itself, and the guard sends it again.
  server.on('checkContinue', development.handler);
  await listen(server, { ...config, variable: 'PORT' });
  console.log(`http://localhost:${config.port}`);
  let isStopping = false;
  const stop = () => {
    // The second Ctrl-C ends a build that does not come to its end.
    if (isStopping) process.exit(1);
    isStopping = true;
    server.closeAllConnections();
    void development.close().finally(() => process.exit(0));
  };
  onSignal('SIGTERM', stop);
  onSignal('SIGINT', stop);
}

requireNode();
process.setSourceMapsEnabled(true);
await exitOnFailure(start);
