/** Whether the browser already has this: RFC 9110 compares weakly here, and a proxy may have sent a list. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.includes(',') || !ifNoneMatch.startsWith('W/')
    ? ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
    : false;
}
