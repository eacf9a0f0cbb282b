import type { IncomingMessage } from 'node:http';
import { rowFor } from '#server/http/endpoint-table.ts';
import type { BodyLimit } from '#server/http/guard.ts';
import type { SiteRequest } from '#server/http/request-context.ts';
import { findForm, type PageForm } from '#server/forms/page-form.ts';

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
