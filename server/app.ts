import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppOptions } from './app-options.ts';
import { createDispatcher } from './dispatch.ts';
import { createPageForms } from './endpoints.ts';
import { createExpressApp } from './express-app.ts';
import { createConnectionLimit } from './http/connection-limit.ts';
import { announcesTooMuch, createGuard } from './http/guard.ts';
import { createRequestIds, openContext } from './http/request-context.ts';
import { normaliseEncodings, normaliseTarget } from './http/request-head.ts';
import { watchNewsChanges } from './news/watch-changes.ts';
import { createRequestLog } from './operations/request-log.ts';
import { findCanonicalPath } from './pages/site-request.ts';
import { warmUp } from './pages/warm-up.ts';
import { createResolvers } from './resolvers.ts';
import { createServices } from './services.ts';
import { createVisitCounter } from './visits/visit-counter.ts';

export interface App {
  handler: RequestListener;
  /** False for a request whose announced body would be refused. */
  acceptsBody(request: IncomingMessage): boolean;
  /** Whether new visitors should be sent here; false while the process shuts down. */
  ready: boolean;
  /** Sends what is not sent yet; called when the last request is answered. */
  close(): Promise<void>;
  /** Renders pages before they are asked for, until `ready` is false. */
  warm(): Promise<unknown>;
}

/** Everything that answers requests, apart from the process, in the order in which a request meets it. */
export function createApp(options: AppOptions): App {
  const { config, log, metrics } = options;
  const site = createServices(options);
  const resolverOf = createResolvers(site, () => app.ready);
  const dispatcher = createDispatcher({ ...site, forms: createPageForms(site) });
  const expressApp = createExpressApp(site, dispatcher.handler);
  const refusePipelined = createConnectionLimit(site);
  const createId = createRequestIds();
  const logRequest = createRequestLog(log, metrics);
  // The desk shows the visits. Its commands, and an article whose date comes, change news without a call to the site.
  const hasDesk = config.deskEmails.length > 0;
  const visits = hasDesk ? createVisitCounter({ ...site, publicUrl: config.publicUrl }) : null;
  const newsWatch = hasDesk
    ? watchNewsChanges({ ...site, onChange: () => site.applyChange('all'), pollMs: options.newsPollMs })
    : null;

  const setCommonHeaders = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(site.security.common)) response.setHeader(name, value);
    if (!app.ready) response.setHeader('Connection', 'close');
  };
  const guard = createGuard({ ...site, findCanonicalPath, setCommonHeaders });

  const app: App = {
    ready: true,
    handler(request, response) {
      if (refusePipelined(request, response)) return;
      normaliseTarget(request);
      normaliseEncodings(request);
      const { id } = openContext(request, response, { trusted: config.trustProxy !== false, createId });
      let isResolved = false;
      response.on('close', () => {
        logRequest(response);
        if (isResolved) visits?.count(response);
      });
      if (guard.refuseHead(request, response)) return;
      const asked = resolverOf(request).resolve(request, response);
      if (!asked) return guard.refuseTarget(request, response);
      isResolved = true;
      const errors = asked.endpoint?.rows[0]?.errors ?? 'text';
      if (guard.refuseBody(request, response, dispatcher.bodyLimit(request, asked), errors)) return;
      if (app.ready && !dispatcher.wantsMarkdown(request) && site.pages.answerCached(request, response)) return;
      response.setHeader('X-Request-Id', id);
      setCommonHeaders(response);
      expressApp(request, response);
    },
    acceptsBody(request) {
      const asked = resolverOf(request).find(request);
      return asked === null || !announcesTooMuch(request, dispatcher.bodyLimit(request, asked));
    },
    async close() {
      newsWatch?.close();
      await visits?.close();
    },
    async warm() {
      // Whatever the backend names is no guess from now on.
      const index = site.newsRepository.api().newsIndex();
      if (config.pageCacheBytes > 0) await warmUp(site.pages, () => app.ready);
      await index;
    },
  };
  return app;
}
