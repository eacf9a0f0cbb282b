import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
/** Smaller blocks and these codes of distances make the scripts of a page 0.1 kB smaller. */
const forScripts = {
  [constants.BROTLI_PARAM_LGBLOCK]: 18,
  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
  [constants.BROTLI_PARAM_NDIRECT]: 16,
};
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
        ...(file.endsWith('.js') && forScripts),
      };
      const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
      if (br.length < content.length) await writeFile(join(folder, `${file}.br`), br);
      if (gz.length < content.length) await writeFile(join(folder, `${file}.gz`), gz);
    }),
  );
}
