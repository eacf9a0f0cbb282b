const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether the browser already has this: RFC 9110 compares weakly here, and a proxy may have sent a list. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
