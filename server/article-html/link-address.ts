/** Whether an address is a path of this site; browsers treat `//host` and `/\host` as other sites. */
export const isOwnAddress = (address: string) => /^\/(?![/\\])/.test(address);

/**
 * The address of a link, encoded as in RFC 3986. Allowed are http, https, mail and telephone addresses, paths of this
 * site and places in the page; the result is '' for any other address. The address must not contain invisible
 * characters.
 */
export function normaliseAddress(address: string): string {
  const own = isOwnAddress(address);
  // The name of the place stays readable, for example in Cyrillic; its HTML characters are encoded.
  // eslint-disable-next-line no-restricted-globals -- The address is from outside: addressOf makes only our own.
  if (address.startsWith('#')) return address.replace(/[<>"`]/g, encodeURI);
  if (!own && !/^(https?|mailto|tel):/i.test(address)) return '';
  const url = URL.parse(address, 'http://site');
  if (!url) return '';
  const { href, pathname, search, hash } = url;
  const origin = href.slice(0, href.length - pathname.length - search.length - hash.length);
  // eslint-disable-next-line no-restricted-globals -- The whole address is from outside: addressOf makes only our own.
  const rest = encodeURI(pathname + search + hash.replace(/(?<=.)#/g, '%23'));
  const encoded = rest.replace(/%25(?=[\da-f]{2})/gi, '%');
  // Resolving `/..//host` leaves `//host`, which is another site.
  if (own) return isOwnAddress(encoded) ? encoded : '';
  return origin + encoded;
}
