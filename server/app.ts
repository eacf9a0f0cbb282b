import type { RequestListener, ServerResponse } from 'node:http';
import type { AppOptions } from './app-options.ts';
import { createBackground } from './background.ts';
import { createEndpointTables, probePaths } from './endpoints.ts';
import { createHandlers, createPageForms } from './handlers.ts';
import { createEndpointMiddleware } from './http/endpoint-middleware.ts';
import { createConnectionLimit } from './http/connection-limit.ts';
import { createFramework } from './http/framework.ts';
import { createGuard } from './http/guard.ts';
import { createAttachContext, setSiteRequest } from './http/request-context.ts';
import { normaliseHead } from './http/request-head.ts';
import { createRequestLog } from './operations/request-log.ts';
import { createPageMiddleware } from './pages/page-middleware.ts';
import { createErrorHandler } from './pages/error-handler.ts';
import { createResolveByHost } from './pages/resolve-by-host.ts';
import { findBodyLimit } from './pages/body-limit.ts';
import { findCanonicalPath } from './pages/resolve-request.ts';
import { createAppServices } from './app-services.ts';

export interface App {
  handler: RequestListener;
  handlesExpect: true;
  /** Whether this copy accepts new visitors; false while the process shuts down. */
  isReady: boolean;
  /** Sends the page views that were counted. */
  flush(): void;
  /** Called after the last response. */
  close(): Promise<void>;
  /** Renders pages before their first visitors, while `isReady` is true. */
  warm(): Promise<void>;
}

/**
 * Creates the app. For a request it checks the connection limit, chooses the language, checks the head, finds the
 * endpoint or page, checks the body and looks in the page cache; Express then runs the endpoint or renders the page.
 */
export function createApp(options: AppOptions): App {
  const { config, log, metrics } = options;
  const services = createAppServices(options);
  const background = createBackground(services, options);
  const forms = createPageForms(services);
  const handlers = createHandlers(services, () => app.isReady);
  const tables = createEndpointTables(handlers, services);
  const setCommonHeaders = (response: ServerResponse) => services.security.setCommon(response, { close: !app.isReady });
  const attachContext = createAttachContext({ trusted: config.trustProxy !== false });
  const refusePipelined = createConnectionLimit(services);
  const guard = createGuard({ ...services, probePaths, findCanonicalPath, setCommonHeaders });
  const resolve = createResolveByHost({ ...services, tables });
  const logRequest = createRequestLog(log, metrics);
  const framework = createFramework(config)
    .use(createEndpointMiddleware(services.gate))
    .use(createPageMiddleware({ ...services, forms }))
    .use(createErrorHandler(services.pages, services.sendText, log));

  const app: App = {
    isReady: true,
    handlesExpect: true,
    handler(request, response) {
      if (refusePipelined(request, response)) return;
      normaliseHead(request);
      const { id } = attachContext(request, response);
      response.on('close', () => {
        logRequest(response);
        background.countView(response);
      });
      const choice = services.chooseLanguage(request);
      if (guard.checkHead(request, response, choice.language)) return;
      const resolved = resolve(request, choice);
      if (!resolved) return guard.refuseTarget(request, response, choice.language);
      setSiteRequest(response, resolved);
      if (guard.checkBody(request, response, findBodyLimit(forms, request, resolved), choice.language)) return;

      if (app.isReady && !services.markdown.isPreferred(request) && services.pages.respondFromCache(request, response))
        return;

      response.setHeader('X-Request-Id', id);
      setCommonHeaders(response);

      framework(request, response);
    },
    flush: background.flush,
    close: background.close,
    warm: () => background.warm(() => app.isReady),
  };
  return app;
}
