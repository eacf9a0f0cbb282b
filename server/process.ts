import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createApp, type App } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { startEmbeddedBackend, type EmbeddedBackend } from './embedded/backend.ts';
import { createLog, type Log } from './log.ts';
import { MissingBuildError, readManifest } from './manifest.ts';
import { readTexts } from './texts.ts';
import { createUpstream } from './upstream.ts';

/** Where the built site lies: dist/server/main.js is beside dist/client and dist/locales. */
const dist = join(import.meta.dirname, '..');
/** Running requests get this long to finish after SIGTERM. */
const drainMs = 8000;

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken: stop what runs there, or set PORT to another one.`;
      reject(error.code === 'EADDRINUSE' ? new ConfigError(taken) : error);
    });
    server.listen({ port, host }, resolve);
  });
}

/** The hosted backend, or the embedded one with a token of its own. */
async function openBackend(config: Config, log: Log): Promise<{ origin: string; token: string | null; embedded: EmbeddedBackend | null }> {
  if (config.backendUrl) return { origin: config.backendUrl, token: config.backendToken, embedded: null };
  const token = config.backendToken ?? randomBytes(24).toString('hex');
  const embedded = await startEmbeddedBackend({ dataDir: config.dataDir, picturesDir: join(dist, 'news'), token, log });
  log.info({ dataDir: config.dataDir }, 'BACKEND_URL is not set: the embedded backend (a sandbox) answers');
  return { origin: embedded.origin, token, embedded };
}

function closeOnSignal(server: Server, app: App, log: Log, closeRest: () => Promise<void>): void {
  let closing = false;
  const close = (signal: string, exitCode: number) => {
    if (closing) return;
    closing = true;
    app.ready = false;
    log.info({ signal }, 'closing: running requests are finished, no new ones are taken');
    const limit = setTimeout(() => {
      log.warn('some requests did not finish in time');
      process.exit(exitCode || 1);
    }, drainMs);
    server.close(() => {
      clearTimeout(limit);
      void closeRest().finally(() => process.exit(exitCode));
    });
    server.closeIdleConnections();
  };
  process.on('SIGTERM', () => close('SIGTERM', 0));
  process.on('SIGINT', () => close('SIGINT', 0));
  const onFault = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    close(kind, 1);
  };
  process.on('uncaughtException', onFault('uncaught exception'));
  process.on('unhandledRejection', onFault('unhandled rejection'));
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const [manifest, texts] = await Promise.all([readManifest(dist), readTexts(join(dist, 'locales'))]);
  const backend = await openBackend(config, log);
  const upstream = createUpstream({ origin: backend.origin, token: backend.token, log });
  const app = createApp({ config, log, texts, manifest, upstream, clientDir: join(dist, 'client') });
  // 10 MB over a slow phone line take minutes.
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 300_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }, app.handler);
  await listen(server, config);
  closeOnSignal(server, app, log, async () => {
    await upstream.close();
    await backend.embedded?.close();
  });

  const { port } = server.address() as { port: number };
  log.info({ port }, `ready on http://localhost:${port}`);
  if (process.stdout.isTTY) console.log(`\n  The site is on http://localhost:${port}\n`);
  await app.warm().catch((error: unknown) => log.warn({ reason: String(error) }, 'the pages could not be rendered ahead'));
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
