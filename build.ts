import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBudgets } from './server/build/budgets.ts';
import { BuildError, describeFault } from './server/build/build-error.ts';
import { bundleClient } from './server/build/client-bundle.ts';
import { printLicences } from './server/build/package-licences.ts';
import { findMistakes } from './server/build/mistakes.ts';
import { copyNativePackages } from './server/build/native-packages.ts';
import { readPageDates } from './server/build/page-dates.ts';
import { addPagePictures } from './server/build/add-page-pictures.ts';
import { precompress } from './server/build/precompress.ts';
import { root } from './server/build/root.ts';
import { bundleServer } from './server/build/server-bundle.ts';
import { hashStatic } from './server/build/static-assets.ts';
import { readSheetNames } from './server/build/styles.ts';
import type { Manifest } from './server/lib/manifest.ts';
import { requireNode } from './server/lib/node-version.ts';
import { buildTexts, readTexts } from './server/lib/texts.ts';

/** Writes the texts of `locales/` into `dist`, with the addresses of the link previews. */
async function copyTexts(dist: string): Promise<void> {
  const locales = join(dist, 'locales');
  await cp(join(root, 'locales'), locales, { recursive: true });
  await addPagePictures(dist);
  await buildTexts(locales);
}

/** Builds the site into an empty folder and returns the manifest. */
async function buildInto(dist: string): Promise<Manifest> {
  await mkdir(join(dist, 'client'), { recursive: true });
  const addresses = await hashStatic(dist);
  const [client, pageDates, server, native] = await Promise.all([
    bundleClient(join(dist, 'client'), addresses),
    readPageDates(root),
    bundleServer(dist, addresses),
    copyNativePackages(dist),
    copyTexts(dist),
    cp(join(root, 'static/news'), join(dist, 'news'), { recursive: true }),
    cp(join(root, 'static/root'), join(dist, 'client'), { recursive: true }),
  ]);
  const manifest: Manifest = { ...client.manifest, pageDates };
  await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(dist, 'licences.txt'), await printLicences([...client.metafiles, server], native));
  await precompress(join(dist, 'client'));
  await checkBudgets(dist, manifest);
  return manifest;
}

/**
 * Builds the site, replaces `dist/` with it and returns the manifest. Throws a BuildError for mistakes in the table of
 * pages and for a page above its budget, a TextsError for a broken translation file, and esbuild's BuildFailure for
 * code that does not compile; `dist/`, from which a site may be running, is unchanged then.
 */
export async function build(): Promise<Manifest> {
  const mistakes = findMistakes(await readTexts(join(root, 'locales')), await readSheetNames());
  if (mistakes.length > 0) throw new BuildError(mistakes.join('\n'));
  const [dist, next] = [join(root, 'dist'), join(root, 'dist.new')];
  await rm(next, { recursive: true, force: true });
  try {
    const manifest = await buildInto(next);
    await rm(dist, { recursive: true, force: true });
    await rename(next, dist);
    return manifest;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const started = performance.now();
  try {
    await build();
    console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error((await describeFault(error)) ?? error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) {
  requireNode();
  await run();
}
