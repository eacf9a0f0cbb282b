import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import type { Manifest } from '#server/lib/manifest.ts';

/**
 * The maximum sizes of the first load, in bytes after brotli. A page loads the entry immediately, and its scripts when
 * the visitor begins to use the page. A page with `start: 'at-once'` in the route table loads the scripts immediately,
 * too. React is 56.5 kB of the scripts, the other packages are 3 kB.
 */
export const budgets = { entry: 2_000, scripts: 88_200, styles: 14_000 };

/**
 * Throws a BuildError with a line for each first load above its budget: such pages would be too slow on slow phone
 * lines.
 */
export async function checkBudgets(
  dist: string,
  manifest: Pick<Manifest, 'entry' | 'startChunks' | 'stylesheet' | 'pageStyles' | 'pages'>,
): Promise<void> {
  const { entry, startChunks, stylesheet, pageStyles, pages } = manifest;
  const weigh = async (addresses: string[]) => {
    const files = addresses.map((address) => join(dist, 'client', address));
    const sizes = await Promise.all(files.map((file) => stat(`${file}.br`).catch(() => stat(file))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  };
  const common = await weigh(startChunks);
  const weights = await Promise.all(
    Object.entries(pages).map(async ([name, chunks]) => ({
      what: `the scripts of ${name}`,
      bytes: common + (await weigh(chunks)),
      maxBytes: budgets.scripts,
    })),
  );
  weights.push({ what: 'the entry', bytes: await weigh([entry]), maxBytes: budgets.entry });
  const sheets = { 'most pages': stylesheet, ...pageStyles };
  for (const [name, sheet] of Object.entries(sheets))
    weights.push({
      what: `the styles of ${name}`,
      bytes: await weigh([...new Set([stylesheet, sheet])]),
      maxBytes: budgets.styles,
    });
  const heavy = weights
    .filter(({ bytes, maxBytes }) => bytes > maxBytes)
    .map(({ what, bytes, maxBytes }) => `${what}: ${bytes} bytes, ${maxBytes} at most`);
  if (heavy.length > 0) throw new BuildError(`too heavy:\n${heavy.join('\n')}`);
}
