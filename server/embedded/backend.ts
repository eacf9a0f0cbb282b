import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import sirv from 'sirv';
import type { Log } from '#server/operations/log.ts';
import { activationCalls } from './activation-calls.ts';
import { answerOnce } from './answer-once.ts';
import { contactCalls } from './contact-calls.ts';
import { openDatabase } from './database.ts';
import { newsCalls } from './news-calls.ts';
import { storageFault } from './storage-fault.ts';

export interface EmbeddedBackend {
  origin: string;
  /** Whether the last thing sent here could be kept. */
  readonly storage: 'ok' | 'failing';
  close(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** The news' pictures, served under /media/news. */
  picturesDir: string;
  token: string;
  log: Log;
}

/**
 * The stand-in for the hosted backend: a real HTTP server on a loopback port, with the calls of spec.md, section 7 and
 * its data in SQLite. The site speaks to it exactly as to the hosted one.
 */
export async function startEmbeddedBackend({ dataDir, picturesDir, token, log }: Options): Promise<EmbeddedBackend> {
  const { database, problem } = openDatabase(dataDir);
  if (problem) log.error({ dataDir }, `${problem}: pages are served, but nothing that visitors send is accepted`);

  let storage: EmbeddedBackend['storage'] = problem ? 'failing' : 'ok';

  const app = express();
  app.disable('x-powered-by');
  app.use('/media/news', sirv(picturesDir, { etag: true }));
  app.use((req, res, next) => {
    if (problem && req.method === 'POST') {
      res.status(503).json({ error: 'The storage cannot be written to.' });
      return;
    }
    if (req.method === 'POST')
      res.once('finish', () => {
        if (res.statusCode < 300) storage = 'ok';
      });
    next();
  });
  app.use(answerOnce(database));
  app.use('/api/news', newsCalls(database));
  app.use(activationCalls({ database, token }));
  app.use('/api/contact', contactCalls(database));
  app.use((_req, res) => {
    res.status(404).json({ error: 'not found' });
  });
  const onError: ErrorRequestHandler = (error: Error & { status?: number }, _req, res, _next) => {
    const fault = storageFault(error);
    if (fault) {
      storage = 'failing';
      log.error({ dataDir, reason: fault.reason }, 'what a visitor sent could not be stored: DATA_DIR needs you');
      res.status(fault.status).json({ error: 'The data could not be stored. Please try again later.' });
      return;
    }
    const status = error.status ?? 500;
    if (status >= 500) log.error({ err: error }, 'the embedded backend failed');
    res.status(status).json({ error: status < 500 ? 'bad request' : 'The data could not be stored.' });
  };
  app.use(onError);

  const server = createServer(app);
  // Longer than the pool keeps its sockets, so that no request meets a closing one.
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    get storage() {
      return storage;
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      database.close();
    },
  };
}
