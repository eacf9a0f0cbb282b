const root = '/media';
/** Behind it stands any other path of the backend. */
const elsewhere = `${root}/-`;

/** Nothing that could lead out of a folder, to a hidden file, or to the backend's calls. */
function isPicturePath(path: string): boolean {
  if (!/^(\/[!-.0-[\]-~]+)+$/.test(path) || !isDecodable(path)) return false;
  // Decoded as the backend would; what is encoded twice stands for nothing good.
  return (
    !/%(2e|2f|25|5c|[01][\da-f]|7f)|\/\.|[?#]/i.test(path) && !/^\/(api|sandbox)(\/|$)/i.test(decodeURIComponent(path))
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const isQuery = (query: string) => /^(\?[!"$-[\]-~]*)?$/.test(query);

/**
 * Where this site shows the backend's own pictures: '/media/a.png' is the same here and there, '/uploads/a.png' is
 * '/media/-/uploads/a.png' here. Null for any other picture: it would be a request to a third party.
 */
export function createMediaPath(origin: string): (address: string) => string | null {
  return (address) => {
    if (!URL.canParse(address, origin)) return null;
    const { origin: from, pathname, search } = new URL(address, origin);
    if (from !== origin || !isPicturePath(pathname) || !isQuery(search)) return null;
    const same = pathname.startsWith(`${root}/`) && !pathname.startsWith(`${elsewhere}/`);
    return `${same ? pathname : elsewhere + pathname}${search}`;
  };
}

/** What to ask the backend for when somebody asks this site for `address`; null when it can be no picture. */
export function backendPath(address: string): string | null {
  const [path = '', ...rest] = address.split('?');
  const query = rest.length > 0 ? `?${rest.join('?')}` : '';
  if (!path.startsWith(`${root}/`) || !isQuery(query)) return null;
  const wanted = path.startsWith(`${elsewhere}/`) ? path.slice(elsewhere.length) : path;
  return isPicturePath(wanted) ? wanted + query : null;
}
