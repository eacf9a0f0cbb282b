import { randomUUID } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { context, type BuildContext, type BuildOptions, type BuildResult } from 'esbuild';
import type { Manifest } from '#server/lib/manifest.ts';
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
    // During a build, esbuild returns the result of that build to a second call, which would miss later changes.
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

/** Bundles the server code and its worker. Packages stay outside, so that Node imports each of them only once. */
const serverOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints: { site: 'server/development-site.ts', 'embedded-worker': 'server/embedded/worker/embedded-worker.ts' },
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
  /** The compiled code by file name: `site.js` is server/development-site.ts; the other files are placed beside it. */
  serverCode: Record<string, string>;
}

interface DevelopmentBuilder {
  /** Rejects with esbuild's BuildFailure for code that does not compile. */
  rebuild(): Promise<DevelopmentBuild>;
  dispose(): Promise<void>;
}

/** Empties `dist` and builds for development into it: the code is not minified, static files are not hashed. */
export async function createDevelopmentBuilder(dist: string): Promise<DevelopmentBuilder> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'client'), { recursive: true });
  await cp(join(root, 'static/root'), join(dist, 'client'), { recursive: true });
  const { bundle, dispose } = createRebuilder();
  return {
    dispose,
    async rebuild() {
      const [client, server] = await Promise.all([
        bundleClient(
          join(dist, 'client'),
          null,
          // The type of esbuild's build() depends on its options; the rebuilder passes all options to esbuild
          // unchanged.
          bundle as Parameters<typeof bundleClient>[2],
        ),
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

/** Returns a new folder name: Node caches imported modules by path, so each build needs a path of its own. */
export const newFolderName = () => `server-${randomUUID()}`;
