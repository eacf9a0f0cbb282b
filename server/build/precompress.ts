import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
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
        // Smaller blocks suit the one large script better.
        [constants.BROTLI_PARAM_LGBLOCK]: file.endsWith('.js') ? 17 : 0,
      };
      const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
      if (br.length < content.length) await writeFile(join(folder, `${file}.br`), br);
      if (gz.length < content.length) await writeFile(join(folder, `${file}.gz`), gz);
    }),
  );
}
