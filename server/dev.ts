import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build } from '../build.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { startEmbeddedBackend } from './embedded/backend.ts';
import { createLog } from './log.ts';
import { readTexts } from './texts.ts';
import { createUpstream } from './upstream.ts';

/**
 * The development server. `tsx watch` starts it anew with every change to code, style or text; the browser notices
 * by the new start's id and loads the page again.
 */
const root = join(import.meta.dirname, '..');
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

const config = readConfig({ LOG_LEVEL: 'warn', PAGE_CACHE_BYTES: '0', RATE_LIMIT: '0', ...process.env });
const log = createLog(config.logLevel);
const [manifest, texts] = await Promise.all([build({ development: true }), readTexts(join(root, 'locales'))]);
const picturesDir = join(root, 'static/news');
const token = config.backendToken ?? randomBytes(24).toString('hex');
const embedded = config.backendUrl
  ? null
  : await startEmbeddedBackend({ dataDir: config.dataDir, picturesDir, token, log });
const upstream = createUpstream({ origin: config.backendUrl ?? embedded?.origin ?? '', token, log });
const app = createApp({
  config,
  log,
  texts,
  upstream,
  manifest: { ...manifest, developmentScript: '/dev/reload.js' },
  clientDir: join(root, 'dist/client'),
  picturesDir,
  staticDir: join(root, 'static'),
  first: (request, response) => answerDev(request.url, response),
});
const server = createServer(app.handler);
server.listen(config.port, config.host, () => console.log(`http://localhost:${config.port}`));

process.on('SIGTERM', () => {
  server.closeAllConnections();
  process.exit(0);
});
