import type { RequestListener, ServerResponse } from 'node:http';
import { createAcceptRequest } from './accept-request.ts';
import type { AppOptions } from './app-options.ts';
import { createAppServices } from './app-services.ts';
import { createBackground, type Background } from './background.ts';
import { createEndpointTables } from './endpoints.ts';
import { createHandlers, createPageForms } from './handlers.ts';
import { createEndpointMiddleware } from './http/endpoint-middleware.ts';
import { createFramework } from './http/framework.ts';
import { contextOf } from './http/request-context.ts';
import { createRequestLog } from './operations/request-log.ts';
import { createErrorHandler } from './pages/error-handler.ts';
import { createPageMiddleware } from './pages/page-middleware.ts';

export interface App extends Omit<Background, 'countView'> {
  handler: RequestListener;
  handlesExpect: true;
  /** Whether this copy accepts new visitors; false while the process shuts down. */
  isReady: boolean;
}

/**
 * Creates the app. A request is checked and resolved first; a page may then come from the page cache, and Express runs
 * the endpoint or renders the page.
 */
export function createApp(options: AppOptions): App {
  const { config, log, metrics } = options;
  const services = createAppServices(options);
  const isReady = () => app.isReady;
  const { countView, ...tasks } = createBackground(services, isReady);
  const forms = createPageForms(services);
  const tables = createEndpointTables(createHandlers(services, isReady), services);
  const setCommonHeaders = (response: ServerResponse) => services.security.setCommon(response, { close: !app.isReady });
  const logRequest = createRequestLog(log, metrics);
  const acceptRequest = createAcceptRequest(services, {
    forms,
    tables,
    setCommonHeaders,
    onClose(response) {
      logRequest(response);
      countView(response);
    },
  });
  const framework = createFramework(config)
    .use(createEndpointMiddleware(services.gate))
    .use(createPageMiddleware({ ...services, forms }))
    .use(createErrorHandler(services.pages, services.sendText, log));

  const app: App = {
    ...tasks,
    isReady: true,
    handlesExpect: true,
    handler(request, response) {
      if (!acceptRequest(request, response)) return;
      // The stored header lines of a page have no Connection header.
      if (!app.isReady) response.setHeader('Connection', 'close');
      if (!services.markdown.isPreferred(request) && services.pages.respondFromCache(request, response)) return;
      response.setHeader('X-Request-Id', contextOf(response).id);
      setCommonHeaders(response);
      framework(request, response);
    },
  };
  return app;
}
