import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
/**
 * Sizes of blocks and codes of distances. Scripts and stylesheets are compressed with all of them, and the smallest
 * result is used: this makes the scripts of a page 0.2 kB smaller.
 */
const parameterChoices = [
  [0, 0, 0],
  [16, 3, 0],
  [17, 0, 0],
  [16, 2, 0],
].map(([block = 0, postfix = 0, direct = 0]) => ({
  [constants.BROTLI_PARAM_LGBLOCK]: block,
  [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
  [constants.BROTLI_PARAM_NDIRECT]: direct,
}));
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
      const choices = /\.(js|css)$/.test(file) ? parameterChoices : [{}];
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
