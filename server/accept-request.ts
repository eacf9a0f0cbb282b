import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppServices } from './app-services.ts';
import { probePaths, type EndpointTables } from './endpoints.ts';
import type { PageForm } from './forms/page-form.ts';
import { createChooseLanguage } from './http/choose-language.ts';
import { createConnectionLimit } from './http/connection-limit.ts';
import { isForDeskHost } from './http/desk-host.ts';
import { createGuard } from './http/guard.ts';
import { createAttachContext, setSiteRequest } from './http/request-context.ts';
import { normaliseHead } from './http/request-head.ts';
import { findBodyLimit } from './pages/body-limit.ts';
import { createResolveRequest, findCanonicalPath } from './pages/resolve-request.ts';

interface Options {
  forms: readonly PageForm[];
  tables: EndpointTables;
  setCommonHeaders(response: ServerResponse): void;
  /** Called when a response that has a context has ended or was cut off. */
  onClose(response: ServerResponse): void;
}

/**
 * Creates the function that accepts a request and finds what it is for: it checks the connection limit, chooses the
 * language, checks the head, finds the endpoint or page and checks the body. It returns false when it has refused the
 * request and has responded; otherwise the context of the response has the resolved request.
 */
export function createAcceptRequest(services: AppServices, { forms, tables, setCommonHeaders, onClose }: Options) {
  const { config, normaliseQuery } = services;
  const attachContext = createAttachContext({ trusted: config.trustProxy !== false });
  const refusePipelined = createConnectionLimit(services);
  const guard = createGuard({ ...services, probePaths, findCanonicalPath, setCommonHeaders });
  const chooseLanguage = createChooseLanguage(config.defaultLanguage);
  const resolveForSite = createResolveRequest({ normaliseQuery, endpoints: tables.site });
  const resolveForDesk = createResolveRequest({ normaliseQuery, endpoints: tables.desk });

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (refusePipelined(request, response)) return false;
    normaliseHead(request);
    attachContext(request, response);
    response.on('close', () => onClose(response));
    const choice = chooseLanguage(request);
    if (guard.refuseHead(request, response, choice.language)) return false;
    const resolve = isForDeskHost(request, config) ? resolveForDesk : resolveForSite;
    const resolved = resolve(request, choice);
    if (!resolved) {
      guard.refuseTarget(request, response, choice.language);
      return false;
    }
    setSiteRequest(response, resolved);
    return !guard.refuseBody(request, response, findBodyLimit(forms, request, resolved), choice.language);
  };
}
