import { StreamedJson } from './streamed-json.ts';
import type { CallOptions } from './transport.ts';

/** A request of the staff's desk. */
export interface DeskCall {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** The fields of a form; with a file they are a StreamedJson. */
  body?: Record<string, unknown> | StreamedJson;
}

/** Longer than other timeouts, because the backend decodes and cuts a file before it answers. */
export const uploadTimeoutMs = 30_000;

/** The call as an HTTP request, with the token of the site. */
export function printDeskCall({ method, path, headers, body }: DeskCall, token: string | null): CallOptions {
  const common = { ...headers, ...(token && { 'x-token': token }), 'content-type': 'application/json' };
  if (!(body instanceof StreamedJson))
    return { path, method, headers: common, body: body ? JSON.stringify(body) : null };
  return {
    path,
    method,
    headers: { ...common, 'content-length': String(body.bytes) },
    headersTimeout: uploadTimeoutMs,
    body: body.toStream(),
  };
}
