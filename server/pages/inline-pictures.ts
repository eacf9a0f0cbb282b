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

/** The numbers of SVG paths separated by commas: in an address a space takes three bytes, and paths have thousands. */
const withCommas = (svg: string) => svg.replace(/ d="[^"]*"/g, (path) => path.replace(/(?<=\d) (?=[-.\d])/g, ','));

/** A file as a `data:` address (RFC 2397) for `src` and `srcset`. SVG stays text, which is compressed with the page. */
function dataAddress(file: string): Buffer {
  const bytes = readFileSync(file);
  return Buffer.from(
    extname(file) === '.svg'
      ? `data:image/svg+xml,${withCommas(bytes.toString()).replace(unescaped, escapeBytes)}`
      : `data:image/${extname(file).slice(1)};base64,${bytes.toString('base64')}`,
  );
}

/** Bytes to put into a document: they replace what is from `start` to `end`, which may be empty. */
export interface Insertion {
  start: number;
  end: number;
  bytes: Buffer;
}

export interface InlinePictures {
  /** Returns the placeholder that React renders as the `src` of a picture; the address itself for other pictures. */
  placeholderOf(address: string): string;
  /** Finds the placeholders in HTML of which each character is one byte, and the bytes that replace them. */
  findPlaceholders(html: string): Insertion[];
}

/**
 * Reads the first pictures of pages. Their `data:` addresses are put in after the page has been rendered, because React
 * would escape each of their 10,000 characters again for each page; until then there is a short `data:` address as a
 * placeholder, because React adds a preload link for a picture whose `src` is not a `data:` address. Pictures of other
 * sites, and those without a file, keep their address. Each file is read once.
 */
export function createInlinePictures({ clientDir, picturesDir }: Folders): InlinePictures {
  const read = new Map<string, Buffer>();

  function findFile(address: string): string | null {
    const [, name] = /^\/media\/news\/([\w-]+\.svg)$/.exec(address) ?? [];
    if (name !== undefined) return picturesDir && join(picturesDir, name);
    return /^\/assets\/(?:[\w-]+\/)*[\w-][\w.-]*$/.test(address) ? join(clientDir, address) : null;
  }

  function inline(address: string): Buffer | null {
    const cached = read.get(address);
    const file = findFile(address);
    if (cached || !file) return cached ?? null;
    try {
      const bytes = dataAddress(file);
      read.set(address, bytes);
      return bytes;
    } catch {
      return null;
    }
  }

  return {
    placeholderOf: (address) => (inline(address) ? `data:,${address}` : address),
    findPlaceholders: (html) =>
      Array.from(html.matchAll(/(?<==")data:,([^"]+)(?=" data-address="\1")/g)).flatMap(
        ({ index, 0: placeholder, 1: address = '' }) => {
          const bytes = inline(address);
          return bytes ? [{ start: index, end: index + placeholder.length, bytes }] : [];
        },
      ),
  };
}
