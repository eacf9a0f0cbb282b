import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import sirv from 'sirv';
import { closeFileWithResponse } from '#server/lib/close-file-with-response.ts';
import { portOf } from '#server/http/listen.ts';
import { answerNotModified } from '#server/http/not-modified.ts';
import { isLeftByClient } from '#server/http/send-stream.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import { commentCalls } from './comments/comment-calls.ts';
import { contactCalls } from './messages/contact-calls.ts';
import { deskCalls } from './desk/desk-calls.ts';
import { createIdempotentWrite } from './storage/idempotent-write.ts';
import type { LicenceKeys } from './licences/licence-keys.ts';
import { newsCalls, newsChangeCalls } from './news/news-calls.ts';
import { picturesPath } from './news/picture-address.ts';
import { pictureCalls } from './news/picture-calls.ts';
import type { NotifyOfMessage } from './outbox/notify-of-message.ts';
import type { EmailOptions } from './outbox/compose-email.ts';
import { orderCalls, sandboxCalls, type OrderTools } from './payments/order-calls.ts';
import type { BackendSettings } from './settings.ts';
import { StorageError, type Storage } from './storage/storage.ts';
import { trialCalls } from './licences/trial-calls.ts';
import { viewCalls } from './page-views/view-calls.ts';
import type { WriteLog } from './lib/write-log.ts';

interface Tools {
  storage: Storage;
  settings: Pick<BackendSettings, 'picturesDir' | 'token' | 'deskEmails' | 'comments'>;
  emailOptions: EmailOptions;
  /** Whether NOTIFY_URL receives a call for each held comment. */
  hasNotifyUrl: boolean;
  /** Null if licences are not issued. */
  keys: LicenceKeys | null;
  orders: Pick<OrderTools, 'fulfil' | 'mode' | 'isModeChosen' | 'monobank'>;
  writeLog: WriteLog;
  notifyOfMessage: NotifyOfMessage;
  /** Starts the delivery of the e-mails that were added to the outbox. */
  wakeDelivery: () => void;
}

/**
 * This timeout is longer than the one of the site's pool, so the site never sends a request on a connection that is
 * being closed here.
 */
const keepAliveMs = 30_000;

/** Maps errors to statuses: 503 or 507 for the storage, 4xx for body parsers, 500 for every other error. */
function answerErrors(writeLog: WriteLog): ErrorRequestHandler {
  return (error: Error & { status?: number }, _req, res, _next) => {
    if (res.headersSent) {
      if (!isLeftByClient(error)) writeLog('error', { err: error }, 'the embedded backend did not end an answer');
      res.destroy();
      return;
    }
    if (error instanceof StorageError) {
      res.status(error.status).set('Retry-After', retryAfter.storage);
      res.json({ error: 'The data could not be stored. Please try again later.' });
      return;
    }
    const status = error.status ?? 500;
    if (status >= 500) writeLog('error', { err: error }, 'the embedded backend failed to answer a call');
    res.status(status).json({ error: status < 500 ? 'bad request' : 'The data could not be stored.' });
  };
}

/** Creates the application that serves the calls of server/backend/README.md and the news pictures. */
export function createCalls(tools: Tools): express.Express {
  const { storage, settings, emailOptions, hasNotifyUrl, keys, writeLog, wakeDelivery } = tools;
  const { picturesDir, token, deskEmails, comments } = settings;
  const writeIdempotently = createIdempotentWrite(storage);
  const app = express();
  app.disable('x-powered-by');
  const servePicture = sirv(picturesDir, { etag: true });
  app.use('/media/news', (req, res, next) => {
    closeFileWithResponse(res);
    answerNotModified(req, res);
    servePicture(req, res, next);
  });
  app.use(picturesPath, pictureCalls(storage));
  app.use('/api/news-changes', newsChangeCalls(storage));
  app.use('/api/news', newsCalls(storage));
  app.use('/api/news', commentCalls(storage, writeIdempotently, { mode: comments, hasNotifyUrl }));
  app.use('/api/contact', contactCalls(writeIdempotently, tools));
  app.use(trialCalls(writeIdempotently, { token, emailOptions, keys, wakeDelivery }));
  const orders: OrderTools = { storage, writeIdempotently, writeLog, wakeDelivery, ...tools.orders };
  app.use(orderCalls(orders));
  if (orders.mode === 'sandbox') app.use(sandboxCalls(orders));
  if (deskEmails.length > 0) {
    app.use(viewCalls(writeIdempotently, token));
    const { fulfil } = orders;
    app.use(deskCalls({ storage, emailOptions, keys, fulfil, token, emails: deskEmails, writeLog, wakeDelivery }));
  }
  app.use((_req, res) => {
    res.status(404).json({ error: 'not found' });
  });
  app.use(answerErrors(writeLog));
  return app;
}

/** Listens on a loopback port. Rejects if `port` is taken. */
export async function serveCalls(calls: express.Express, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer(calls);
  server.keepAliveTimeout = keepAliveMs;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: portOf(server) };
}
