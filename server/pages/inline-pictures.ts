import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** Gives the address at which a picture is printed into a page itself, from its address on this site. */
export type InlinePicture = (address: string) => string;

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

/** Reads every picture once; `fileOf` finds the file of an address. The result throws if there is no such file. */
export function createInlinePictures(fileOf: (address: string) => string): InlinePicture {
  const read = new Map<string, string>();
  return (address) => {
    const known = read.get(address) ?? dataAddress(fileOf(address));
    read.set(address, known);
    return known;
  };
}
