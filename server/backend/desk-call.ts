import { Readable } from 'node:stream';
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

/** A file is decoded and cut before the backend answers. */
const uploadTimeoutMs = 30_000;

/** The call as it is sent, with the token of the site. */
export function printDeskCall({ method, path, headers, body }: DeskCall, token: string | null): CallOptions {
  const known = { ...headers, ...(token && { 'x-token': token }), 'content-type': 'application/json' };
  if (!(body instanceof StreamedJson))
    return { path, method, headers: known, body: body ? JSON.stringify(body) : null };
  return {
    path,
    method,
    headers: { ...known, 'content-length': String(body.bytes) },
    headersTimeout: uploadTimeoutMs,
    body: Readable.from(body.chunks(), { objectMode: false }),
  };
}
