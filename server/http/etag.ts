import { hash } from 'node:crypto';

/** Makes the weak ETag of a response body. It is weak because all compressed forms of the body have the same ETag. */
export const weakEtag = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/**
 * Whether the browser already has this version. The comparison is weak, as RFC 9110 requires here, and a proxy may have
 * sent a list.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
