import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import sirv from 'sirv';
import { contactCalls } from './contact-calls.ts';
import { deskCalls } from './desk/desk-calls.ts';
import { createWriteOnce } from './idempotency.ts';
import type { LicenceKeys } from './licences/licence-keys.ts';
import { newsCalls, newsChangeCalls } from './news/news-calls.ts';
import { picturesPath } from './news/picture-address.ts';
import { pictureCalls } from './news/picture-calls.ts';
import type { AnnounceMessage } from './outbox/announce-message.ts';
import type { LetterOptions } from './outbox/letters.ts';
import { orderCalls, sandboxCalls, type OrderTools } from './payments/order-calls.ts';
import type { BackendSettings } from './settings.ts';
import { StorageError, type Storage } from './storage/storage.ts';
import { trialCalls } from './trial-calls.ts';
import { visitCalls } from './visit-calls.ts';
import type { WriteLog } from './worker-messages.ts';

interface Tools {
  storage: Storage;
  settings: Pick<BackendSettings, 'picturesDir' | 'token' | 'deskEmails' | 'comments'>;
  letters: LetterOptions;
  /** Whether NOTIFY_URL is called for comments that wait. */
  isCalled: boolean;
  /** Null where no licences are made. */
  keys: LicenceKeys | null;
  orders: Pick<OrderTools, 'settle' | 'mode' | 'isModeChosen' | 'monobank'>;
  writeLog: WriteLog;
  announceMessage: AnnounceMessage;
  /** Called after something was put into the outbox. */
  onAnnounced: () => void;
}

/** `Retry-After` of a refused post, in seconds: longer than the storage waits before it tries a write again. */
const retryAfterSeconds = 5;

/** Longer than the site keeps idle connections, so that no request is sent on one that this server is closing. */
const keepAliveMs = 30_000;

/** Answers what the calls throw: 503 or 507 of the storage, 4xx of body readers, 500 for a fault of this code. */
function answerErrors(writeLog: WriteLog): ErrorRequestHandler {
  return (error: Error & { status?: number }, _req, res, _next) => {
    if (error instanceof StorageError) {
      res.status(error.status).set('Retry-After', String(retryAfterSeconds));
      res.json({ error: 'The data could not be stored. Please try again later.' });
      return;
    }
    const status = error.status ?? 500;
    if (status >= 500) writeLog('error', { err: error }, 'the embedded backend failed to answer a call');
    res.status(status).json({ error: status < 500 ? 'bad request' : 'The data could not be stored.' });
  };
}

/** The calls of server/backend/README.md over a storage, and the pictures of the site's own news. */
export function createCalls(tools: Tools): express.Express {
  const { storage, settings, letters, isCalled, keys, writeLog, onAnnounced } = tools;
  const { picturesDir, token, deskEmails, comments } = settings;
  const writeOnce = createWriteOnce(storage);
  const app = express();
  app.disable('x-powered-by');
  app.use('/media/news', sirv(picturesDir, { etag: true }));
  app.use(picturesPath, pictureCalls(storage));
  app.use('/api/news-changes', newsChangeCalls(storage));
  app.use('/api/news', newsCalls(storage, writeOnce, { mode: comments, isCalled }));
  app.use('/api/contact', contactCalls(writeOnce, tools));
  app.use(trialCalls(writeOnce, { token, letters, keys, onAnnounced }));
  const orders = { ...tools, ...tools.orders, writeOnce };
  app.use(orderCalls(orders));
  if (orders.mode === 'sandbox') app.use(sandboxCalls(orders));
  if (deskEmails.length > 0) {
    app.use(visitCalls(storage, token));
    app.use(deskCalls({ storage, letters, token, emails: deskEmails, writeLog, onAnnounced }));
  }
  app.use((_req, res) => {
    res.status(404).json({ error: 'not found' });
  });
  app.use(answerErrors(writeLog));
  return app;
}

/** Answers the calls on a loopback port; rejects where `port` is taken. */
export async function serveCalls(calls: express.Express, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer(calls);
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { server, port: (server.address() as AddressInfo).port };
}
