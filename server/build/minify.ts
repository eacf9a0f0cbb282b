import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, version, type JsMinifyOptions } from '@swc/core';
import type { Metafile } from 'esbuild';
import { root } from './root.ts';

/** For smaller scripts another thread is not worth the 25 bytes of the comment. */
const minThreadedBytes = 100_000;

const options: JsMinifyOptions = {
  module: true,
  ecma: 2020,
  // What is turned off makes scripts shorter, but larger after compression: 0.2 kB for each page.
  compress: { passes: 2, ecma: 2020, inline: 0, reduce_funcs: false, comparisons: false, conditionals: false },
  mangle: true,
};

/**
 * A comment for the top of every script. esbuild names a script after its text before the second minifying; with this
 * comment, which is removed again, another version of SWC and other options give another name.
 */
export const minifierComment = ['/* SWC', version, JSON.stringify(options), '*/'].join(' ');

/**
 * Minifies the scripts of a bundle a second time, after esbuild: compressed, they become 2.5 percent smaller. Nearly
 * all of the largest script runs at once; the comment in its first line makes Chromium compile it in another thread.
 */
export async function minifyScripts({ outputs }: Metafile): Promise<void> {
  const scripts = Object.entries(outputs).filter(([output]) => output.endsWith('.js'));
  const largest = scripts.reduce((max, [, { bytes }]) => Math.max(max, bytes), minThreadedBytes);
  await Promise.all(
    scripts.map(async ([output, { bytes }]) => {
      const file = join(root, output);
      const { code } = await minify(await readFile(file, 'utf8'), options);
      await writeFile(file, bytes === largest ? `//# allFunctionsCalledOnLoad\n${code}` : code);
    }),
  );
}
