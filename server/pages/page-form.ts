import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Language } from '#shared/languages.ts';
import type { RouteName } from '#client/routes.ts';
import type { FormState } from '#client/visit.ts';
import { rowFor, type BodyPolicy, type Handler, type LimitKind } from '#server/http/endpoint-table.ts';
import type { BodyLimit } from '#server/http/guard.ts';
import type { SiteRequest } from './site-request.ts';

/** How a page handles POST: its form without JavaScript. */
export interface PageForm {
  page: RouteName;
  /** The values of the form that the query of the address gives; a page with such values is never stored. */
  prefill?(search: URLSearchParams, language: Language): FormState | undefined;
  rateLimit: LimitKind;
  body: BodyPolicy;
  submit: Handler;
  /** Reads the text fields of an upload that is refused; other bodies are parsed by their policy. */
  readFields?(req: Request): Promise<Record<string, string>>;
}

/** The form of the page with this name; undefined for a page that does not handle POST. */
export const findForm = (forms: readonly PageForm[], name: string): PageForm | undefined =>
  forms.find(({ page }) => page === name);

/**
 * The limit for an address without uploads. A body above the limit of its row is read up to this length, so that its
 * sender gets a clear error.
 */
const defaultBodyBytes = 64 * 1024;

/** The body limit of a request, from its endpoint row or from the form of its page. */
export function findBodyLimit(
  forms: readonly PageForm[],
  { method = '' }: Pick<IncomingMessage, 'method'>,
  { endpoint, page, errorFormat }: Pick<SiteRequest, 'endpoint' | 'page' | 'errorFormat'>,
): BodyLimit {
  const form = page && method === 'POST' ? findForm(forms, page.route.name) : undefined;
  const body = endpoint ? rowFor(endpoint.rows, method)?.body : form?.body;
  const isUpload = body?.kind === 'upload';
  return { maxBytes: isUpload ? body.maxBytes : defaultBodyBytes, upload: isUpload, errorFormat };
}
