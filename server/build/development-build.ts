import { randomUUID } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { context, type BuildContext, type BuildOptions, type BuildResult } from 'esbuild';
import type { Manifest } from '#server/manifest.ts';
import { bundleClient } from './client-bundle.ts';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';

/** Works as esbuild's build(), but a second call with the same entry points compiles only what has changed since. */
function createRebuilder() {
  const contexts = new Map<string, Promise<BuildContext>>();
  const results = new Map<string, Promise<BuildResult>>();
  const bundle = async (options: BuildOptions) => {
    const key = JSON.stringify(options.entryPoints);
    const made = contexts.get(key) ?? context(options);
    contexts.set(key, made);
    const { rebuild } = await made;
    // While a build runs, esbuild answers a second call with the result of the first, which has read the older files.
    await results.get(key)?.catch(() => undefined);
    const result = rebuild();
    results.set(key, result);
    return result;
  };
  return {
    bundle,
    async dispose() {
      for (const made of contexts.values()) await (await made).dispose();
    },
  };
}

/** The site's own server code and the worker that it starts; packages are imported from node_modules, once for all versions. */
const serverOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints: { site: 'server/development-site.ts', 'embedded-worker': 'server/embedded/embedded-worker.ts' },
  bundle: true,
  write: false,
  outdir: 'server',
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node26',
  jsx: 'automatic',
  sourcemap: 'inline',
  plugins: [assetPlugin(null)],
  logLevel: 'silent',
};

export interface DevelopmentBuild {
  manifest: Manifest;
  /** The compiled code by its file's name: `site.js` is server/development-site.ts, the others belong beside it. */
  serverCode: Record<string, string>;
}

interface DevelopmentBuilder {
  /** Throws esbuild's failure for code that does not compile. */
  rebuild(): Promise<DevelopmentBuild>;
  dispose(): Promise<void>;
}

/** Builds for development into `dist`, which is emptied first: readable code, addresses of static files as they are. */
export async function createDevelopmentBuilder(dist: string): Promise<DevelopmentBuilder> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'client'), { recursive: true });
  await cp(join(root, 'static/root'), join(dist, 'client'), { recursive: true });
  const { bundle, dispose } = createRebuilder();
  return {
    dispose,
    async rebuild() {
      // The types of esbuild's build() depend on its options; the rebuilder hands every option on as it is.
      const [client, server] = await Promise.all([
        bundleClient(join(dist, 'client'), null, bundle as Parameters<typeof bundleClient>[2]),
        bundle(serverOptions),
      ]);
      const files = server.outputFiles ?? [];
      return {
        manifest: client.manifest,
        serverCode: Object.fromEntries(files.map(({ path, text }) => [basename(path), text])),
      };
    },
  };
}

/** A name for a folder that Node has imported nothing from: imported modules stay as they were under their old name. */
export const newFolderName = () => `server-${randomUUID()}`;
