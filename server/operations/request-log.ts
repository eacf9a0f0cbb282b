import type { ServerResponse } from 'node:http';
import { contextOf } from '#server/http/request-context.ts';
import type { Log } from '#server/lib/log.ts';
import type { Metrics } from './metrics.ts';

/** The status of nginx for a client that has closed the connection before the response was sent. */
const clientClosed = 499;

/** Logs and counts a response; to be called when the response was sent or its connection has ended. */
export function createRequestLog(log: Log, metrics: Pick<Metrics, 'request'>): (response: ServerResponse) => void {
  // Only these fields of a request are logged, and none of them is personal; searching them for personal values would
  // take longer than serving a cached page.
  const lines = log.child({}, { redact: [] });

  return (response) => {
    const { method = '' } = response.req;
    const context = contextOf(response);
    const { id, startedAt, path, route, language, cache } = context;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const status = response.writableFinished ? response.statusCode : clientClosed;
    metrics.request(context, method, status, ms);
    // A nested object is converted to JSON in one step, which is faster than field by field.
    lines.info({ id, request: { method, path, status, ms, route, language, cache } });
  };
}
