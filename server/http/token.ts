import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Digests are of equal length: nothing is learned from how long the comparison takes. */
export function matchesToken(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}
