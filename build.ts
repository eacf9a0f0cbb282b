import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBudgets } from './server/build/budgets.ts';
import { bundleClient } from './server/build/client-bundle.ts';
import { printLicences } from './server/build/licences.ts';
import { readPageDates } from './server/build/page-dates.ts';
import { addPagePictures } from './server/build/page-pictures.ts';
import { precompress } from './server/build/precompress.ts';
import { root } from './server/build/root.ts';
import { bundleServer } from './server/build/server-bundle.ts';
import { hashStatic } from './server/build/static-assets.ts';
import type { Manifest } from './server/manifest.ts';
import { requireNode } from './server/node-version.ts';

export interface BuildOptions {
  /** The folder to build into, emptied first. */
  dist?: string;
  /** Unbuilt addresses of static files, readable code, no compression, no server bundle. */
  development?: boolean;
}

/** Builds the site and answers its manifest; a build beyond its budgets fails. */
export async function build({ dist = join(root, 'dist'), development = false }: BuildOptions = {}): Promise<Manifest> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'client'), { recursive: true });
  const addresses = development ? null : await hashStatic(dist);
  const [client, pageDates, server] = await Promise.all([
    bundleClient(join(dist, 'client'), addresses),
    readPageDates(root),
    addresses ? bundleServer(dist, addresses) : undefined,
    cp(join(root, 'locales'), join(dist, 'locales'), { recursive: true }).then(() =>
      development ? undefined : addPagePictures(dist),
    ),
    cp(join(root, 'static/news'), join(dist, 'news'), { recursive: true }),
    cp(join(root, 'static/root'), join(dist, 'client'), { recursive: true }),
  ]);
  const manifest: Manifest = { ...client.manifest, pageDates, builtAt: new Date().toISOString() };
  await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }\n');
  if (server) await writeFile(join(dist, 'licences.txt'), await printLicences([...client.metafiles, server]));
  if (!development) {
    await precompress(join(dist, 'client'));
    await checkBudgets(dist, manifest);
  }
  return manifest;
}

if (process.argv[1] === import.meta.filename) {
  requireNode();
  const started = performance.now();
  await build();
  console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
