import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
/** Two parameters of Brotli, NPOSTFIX and NDIRECT; the second one in units of 2 to the power of the first one. */
type DistanceCodes = readonly [postfix: number, direct: number];
const defaultCodes: DistanceCodes = [0, 0];
const allCodes: DistanceCodes[] = [defaultCodes, [0, 1], [1, 0], [1, 4], [2, 0], [2, 8], [2, 15], [3, 0]];
/** Sizes of blocks as powers of 2. For zero, Brotli chooses the size. */
const allBlocks = [0, 16, 17];

const combine = (blocks: number[], codes: DistanceCodes[]) =>
  blocks.flatMap((block) =>
    codes.map(([postfix, direct]) => ({
      [constants.BROTLI_PARAM_LGBLOCK]: block,
      [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
      [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
    })),
  );

/**
 * Returns the parameters with which a script or stylesheet of a length in bytes is compressed; the smallest result is
 * used. This makes the scripts of a page 0.3 kB smaller. Compressing a large file takes seconds, so it is done with
 * fewer parameters. A file that is smaller than a block has only one block.
 */
function parametersFor(length: number) {
  const blocks = allBlocks.filter((block) => block === 0 || 2 ** block < length);
  return combine(blocks, length > 100_000 ? [defaultCodes] : allCodes);
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
      const choices = /\.(js|css)$/.test(file) ? parametersFor(content.length) : [{}];
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
