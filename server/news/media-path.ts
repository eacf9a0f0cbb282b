import { decodePart } from '#shared/address.ts';

const root = '/media';
/** The prefix of pictures whose path at the backend does not begin with /media. */
const otherRoot = `${root}/-`;

/** Refuses paths that could lead out of a folder, to a hidden file, or to the API of the backend. */
function isPicturePath(path: string): boolean {
  const decoded = decodePart(path);
  if (!/^(\/[!-.0-[\]-~]+)+$/.test(path) || decoded === null) return false;
  // The backend decodes once; an encoded dot, slash, percent sign or control character could become another path there.
  return !/%(2e|2f|25|5c|[01][\da-f]|7f)|\/\.|[?#]/i.test(path) && !/^\/(api|sandbox)(\/|$)/i.test(decoded);
}

const isQuery = (query: string) => /^(\?[!"$-[\]-~]*)?$/.test(query);

/**
 * A function from the address of a picture of the backend to its path on this site: '/media/a.png' stays, and
 * '/uploads/a.png' becomes '/media/-/uploads/a.png'. Null for other pictures, which would be requests to a third party.
 */
export function createMediaPath(origin: string): (address: string) => string | null {
  return (address) => {
    const url = URL.parse(address, origin);
    if (url?.origin !== origin || !isPicturePath(url.pathname) || !isQuery(url.search)) return null;
    const { pathname, search } = url;
    const same = pathname.startsWith(`${root}/`) && !pathname.startsWith(`${otherRoot}/`);
    return `${same ? pathname : otherRoot + pathname}${search}`;
  };
}

/** The path at the backend of a picture's `address` on this site; null when the address cannot be a picture. */
export function backendPath(address: string): string | null {
  const [path = '', ...rest] = address.split('?');
  const query = rest.length > 0 ? `?${rest.join('?')}` : '';
  if (!path.startsWith(`${root}/`) || !isQuery(query)) return null;
  const wanted = path.startsWith(`${otherRoot}/`) ? path.slice(otherRoot.length) : path;
  return isPicturePath(wanted) ? wanted + query : null;
}
