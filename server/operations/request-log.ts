import type { ServerResponse } from 'node:http';
import { contextOf } from '#server/http/request-context.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Nginx's status for a client that has closed the connection before the answer was sent. */
const clientClosed = 499;

/** Logs and counts an answer; to be called when the answer was sent or its connection has ended. */
export function createRequestLog(log: Log, metrics: Pick<Metrics, 'request'>): (response: ServerResponse) => void {
  // Only these fields of a request are written, none of them personal: looking for personal ones would cost more than a stored page.
  const lines = log.child({}, { redact: [] });

  return (response) => {
    const { method = '' } = response.req;
    const context = contextOf(response);
    const { id, startedAt, path, route, language, cache } = context;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const status = response.writableFinished ? response.statusCode : clientClosed;
    metrics.request(context, method, status, ms);
    // One object within another is turned into JSON at once, field by field costs more.
    lines.info({ id, request: { method, path, status, ms, route, language, cache } });
  };
}
