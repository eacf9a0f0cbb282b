import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

interface Folders {
  /** The folder with the built files, whose addresses begin with `/assets/`. */
  clientDir: string;
  /** The folder with the files at `/media/news/`; null if another backend sends them. */
  picturesDir: string | null;
}

/** Characters that stay as they are in an address and in an attribute of HTML. */
const unescaped = /[^\w!$()*+,./:;=?@~-]/gu;

const escapeBytes = (character: string) =>
  Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** A file as a `data:` address (RFC 2397) for `src` and `srcset`. SVG stays text, which is compressed with the page. */
function dataAddress(file: string): string {
  const bytes = readFileSync(file);
  return extname(file) === '.svg'
    ? `data:image/svg+xml,${bytes.toString().replace(unescaped, escapeBytes)}`
    : `data:image/${extname(file).slice(1)};base64,${bytes.toString('base64')}`;
}

/**
 * Returns the function that gives the `data:` address of a picture, from its address on this site; other pictures, and
 * those without a file, keep their address. Each file is read once.
 */
export function createInlinePictures({ clientDir, picturesDir }: Folders): (address: string) => string {
  const read = new Map<string, string>();

  function fileOf(address: string): string | null {
    const [, name] = /^\/media\/news\/([\w-]+\.svg)$/.exec(address) ?? [];
    if (name !== undefined) return picturesDir && join(picturesDir, name);
    return address.startsWith('/assets/') ? join(clientDir, address) : null;
  }

  return (address) => {
    const known = read.get(address);
    const file = fileOf(address);
    if (known !== undefined || !file) return known ?? address;
    try {
      const inline = dataAddress(file);
      read.set(address, inline);
      return inline;
    } catch {
      return address;
    }
  };
}
