import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
/** Codes of distances: the bits of a postfix, and the number of direct codes in units of 2 to the power of the postfix. */
const distanceCodes = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 4],
  [2, 0],
  [2, 8],
  [2, 15],
  [3, 0],
] as const;
/** Sizes of blocks as powers of 2. Zero means that Brotli chooses the size. */
const blockSizes = [0, 16, 17];
/**
 * Scripts and stylesheets are compressed with all of these parameters, and the smallest result is used: this makes the
 * scripts of a page 0.3 kB smaller.
 */
const parameterChoices = blockSizes.flatMap((block) =>
  distanceCodes.map(([postfix, direct]) => ({
    [constants.BROTLI_PARAM_LGBLOCK]: block,
    [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
    [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
  })),
);
/** Larger files, in bytes, take seconds to compress; smaller ones than a block of 2 to the power of 16 have one block. */
const [largeBytes, blockBytes] = [100_000, 65_536];

/** Returns the choices that are worth their time for a script or stylesheet of this length in bytes. */
function choicesFor(length: number): typeof parameterChoices {
  if (length > largeBytes) return parameterChoices.filter((_, index) => index % distanceCodes.length === 0);
  return length > blockBytes ? parameterChoices : parameterChoices.slice(0, distanceCodes.length);
}
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses the files of a folder at the highest levels, which are too slow for a request. */
export async function precompress(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      const choices = /\.(js|css)$/.test(file) ? choicesFor(content.length) : [{}];
      const [gz, ...compressed] = await Promise.all([
        zip(content, { level: 9 }),
        ...choices.map((choice) => brotli(content, { params: { ...params, ...choice } })),
      ]);
      const br = compressed.reduce((smallest, one) => (one.length < smallest.length ? one : smallest));
      if (br.length < content.length) await writeFile(join(folder, `${file}.br`), br);
      if (gz.length < content.length) await writeFile(join(folder, `${file}.gz`), gz);
    }),
  );
}
