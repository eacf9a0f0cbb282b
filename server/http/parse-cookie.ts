import type { IncomingMessage } from 'node:http';

/** Returns one cookie of a request; null where the request has no such cookie. */
export function parseCookie(request: IncomingMessage, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? '';
  }
  return null;
}
