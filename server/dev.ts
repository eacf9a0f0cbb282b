import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build } from '../build.ts';
import { createApp } from './app.ts';
import { openBackend } from './backend/open-backend.ts';
import { createBackendClient } from './backend/client.ts';
import { ConfigError, readConfig } from './config.ts';
import { listen } from './http/listen.ts';
import { createLog } from './operations/log.ts';
import { createMetrics } from './operations/metrics.ts';
import { readTexts } from './texts.ts';

/**
 * The development server. `tsx watch` starts it anew with every change to code, style or text; the browser notices
 * by the new start's id and loads the page again.
 */
const root = join(import.meta.dirname, '..');
// Not dist: a built site may be running from that.
const dist = join(root, 'node_modules/.cache/development');
const startId = randomUUID();

const reloadScript = `
let first;
new EventSource('/dev/start').addEventListener('message', ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
});
`;

function answerDev(path: string | undefined, response: ServerResponse): boolean {
  if (path === '/dev/reload.js') {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(reloadScript);
    return true;
  }
  if (path !== '/dev/start') return false;
  response.setHeader('Content-Type', 'text/event-stream');
  response.write(`retry: 150\ndata: ${startId}\n\n`);
  return true;
}

async function start(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', PAGE_CACHE_BYTES: '0', RATE_LIMIT: '0', ...process.env });
  const log = createLog(config.logLevel);
  const picturesDir = join(root, 'static/news');
  const [manifest, texts, backend] = await Promise.all([
    build({ dist, development: true }),
    readTexts(join(root, 'locales')),
    openBackend(config, picturesDir, log),
  ]);
  const app = createApp({
    config,
    log,
    texts,
    metrics: createMetrics(),
    backendClient: createBackendClient({ ...backend, log }),
    manifest: { ...manifest, developmentScript: '/dev/reload.js' },
    clientDir: join(dist, 'client'),
    picturesDir,
    staticDir: join(root, 'static'),
    first: (request, response) => answerDev(request.url, response),
  });
  const server = createServer(app.handler);
  await listen(server, { ...config, variable: 'PORT' });
  console.log(`http://localhost:${config.port}`);
  process.on('SIGTERM', () => {
    server.closeAllConnections();
    process.exit(0);
  });
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
