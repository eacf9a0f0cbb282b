/** What RFC 3986 lets stand in a path, a query and a fragment. */
const unsafe = /[^\w!#$%&'()*+,\-./:;=?@~]/g;

/** An address of a page, of mail or of a telephone, spelt as a checker wants it; '' for any other. */
export function tidyAddress(address: string): string {
  const own = /^\/(?![/\\])/.test(address);
  if (address.startsWith('#')) return address;
  if (!own && !/^(https?|mailto|tel):/i.test(address)) return '';
  if (!URL.canParse(address, 'http://site')) return '';
  const { href, pathname, search, hash } = new URL(address, 'http://site');
  const place = href.slice(0, href.length - pathname.length - search.length - hash.length);
  const rest = (pathname + search + hash.replace(/(?<=.)#/g, '%23'))
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(unsafe, (character) => encodeURIComponent(character));
  return own ? rest : place + rest;
}
