import type { ServerResponse } from 'node:http';
import { contextOf } from '#server/http/request-context.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/**
 * A listener for the end of an answer: one line in the log and one count for each request. It is the answer's own
 * `this`, so that a request needs no function of its own for it.
 */
export function createRequestLog(log: Log, metrics: Metrics): (this: ServerResponse) => void {
  // Of a request only these fields are written, none of them personal: looking for personal ones would cost more than the page.
  const lines = log.child({}, { redact: [] });

  return function writeLine() {
    const { method } = this.req;
    const context = contextOf(this);
    const { id, startedAt, path, route, language, cache } = context;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    // A visitor who leaves before the end is nobody's error: 499, as proxies say.
    const status = this.writableFinished ? this.statusCode : 499;
    metrics.request(context, method ?? '', status, ms);
    // One object within, which is turned into JSON in one go.
    lines.info({ id, request: { method, path, status, ms, route, language, cache } });
  };
}
