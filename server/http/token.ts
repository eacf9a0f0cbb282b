import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Compares digests, whose equal length makes the time of the comparison independent of the token. */
export function matchesToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

/** Whether a request has `Authorization: Bearer` with this token. */
export function hasBearerToken({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return matchesToken(given, token);
}
