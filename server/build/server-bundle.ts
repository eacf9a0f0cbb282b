import { join } from 'node:path';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';

/**
 * `import` and `require()` of node:http evaluate all of its exports, some of which load Node's own undici; that takes
 * 35 ms of processor time in each thread. `getBuiltinModule` evaluates none of them.
 */
const lazyHttp: Plugin = {
  name: 'lazy-http',
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'http', namespace: 'lazy-http' }));
    build.onLoad({ filter: /./, namespace: 'lazy-http' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http');",
    }));
  },
};

/** Bundles all JavaScript of the server, packages included; native-packages.ts copies native packages beside it. */
export async function bundleServer(dist: string, addresses: Map<string, string>): Promise<Metafile> {
  const { metafile } = await bundle({
    metafile: true,
    absWorkingDir: root,
    // Otherwise a folder whose node_modules is a symbolic link would give the chunks other names.
    preserveSymlinks: true,
    entryPoints: {
      main: 'server/main.ts',
      backend: 'server/embedded/main.ts',
      command: 'server/embedded/commands/main.ts',
      'embedded-worker': 'server/embedded/worker/embedded-worker.ts',
    },
    outdir: join(dist, 'server'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    minifySyntax: true,
    plugins: [assetPlugin(addresses), lazyHttp],
    // The renderer of link previews is a native module, so its file is copied beside the bundle.
    loader: { '.node': 'copy' },
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS packages inside the bundle call require() for modules of Node and read __dirname.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;",
    },
  });
  return metafile;
}
