import { join, relative, posix } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import type { Manifest } from '#server/lib/manifest.ts';
import { findChunks, outputOf, refuseMixedPackages, refuseSmallChunks, shareOneChunk, type Chunks } from './chunks.ts';
import { minifierComment, minifyScripts } from './minify.ts';
import { reactExports } from './react-exports.ts';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';
import { bundleStyles, type Stylesheets } from './styles.ts';
import { wouterLocation } from './wouter-location.ts';

/** Development and production replace the same modules, so that both run the same code. */
const alias: Record<string, string> = {
  // The shim is for React 17; React 19 contains this hook.
  'use-sync-external-store/shim/index.js': 'react',
  // Components read signals with useValue, so the code that renders signals by themselves is not needed.
  '@preact/signals-react': '@preact/signals-core',
};

/** Creates the part of the manifest for browsers; `clientDir` is relative to the root, like the paths of esbuild. */
function describeBuild(
  clientDir: string,
  entries: Metafile,
  { ofStart, ofPages }: Chunks,
  { fontFaces, stylesheet, otherMediaStylesheet, pageStyles, styleRules }: Stylesheets,
): ClientBundle['manifest'] {
  const address = (output: string) => posix.join('/', relative(clientDir, output));
  const entry = outputOf(entries, 'client/entry.ts');
  return {
    entry: address(entry),
    // The entry loads these chunks when the visitor begins to use the page.
    startChunks: [...ofStart].map(address),
    mapFrame: address(outputOf(entries, 'client/pages/contacts/map/map-frame.ts')),
    fontFaces,
    stylesheet,
    otherMediaStylesheet,
    pageStyles,
    styleRules,
    pages: Object.fromEntries([...ofPages].map(([name, outputs]) => [name, outputs.map(address)])),
  };
}

interface ClientBundle {
  manifest: Omit<Manifest, 'pageDates'>;
  metafiles: Metafile[];
}

/** What differs between scripts for development and for production, where React has no code for its DevTools. */
const settingsOf = (development: boolean): Pick<BuildOptions, 'define' | 'sourcemap' | 'banner'> =>
  development
    ? { define: { 'process.env.NODE_ENV': '"development"' }, sourcemap: 'inline' }
    : {
        define: { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
        banner: { js: minifierComment },
      };

/** Bundles scripts and styles into `clientDir`/assets. `addresses` of hashed static files is null in development. */
export async function bundleClient(
  clientDir: string,
  addresses: Map<string, string> | null,
  bundle: typeof build = build,
): Promise<ClientBundle> {
  const development = addresses === null;
  const oneChunk = shareOneChunk();
  const common = {
    absWorkingDir: root,
    // Otherwise a folder whose node_modules is a symbolic link would give the chunks other names.
    preserveSymlinks: true,
    outdir: join(clientDir, 'assets'),
    bundle: true,
    minify: !development,
    plugins: [
      oneChunk.plugin,
      reactExports,
      wouterLocation,
      assetPlugin(addresses, development ? undefined : oneChunk.amend),
    ],
    alias,
    metafile: true as const,
    entryNames: '[name]-[hash]',
    external: ['/assets/*', '/static/*'],
    target: ['chrome120', 'firefox124', 'safari17.4'],
    logLevel: 'silent' as const,
  };
  const script = {
    ...common,
    format: 'esm' as const,
    // Licence comments are written to separate files, because phones have to fetch and parse the code.
    legalComments: 'external' as const,
    charset: 'utf8' as const,
    ...settingsOf(development),
  };
  const [entry, scripts, styles] = await Promise.all([
    // The entry is a classic script: the browser shows what is above it before it goes on (server/pages/shell.ts).
    bundle({
      ...script,
      format: 'iife',
      entryPoints: ['client/entry.ts', 'client/pages/contacts/map/map-frame.ts'],
    }),
    bundle({
      ...script,
      entryPoints: ['client/start.tsx', 'client/packages.ts'],
      chunkNames: '[name]-[hash]',
      splitting: true,
      jsx: 'automatic',
    }),
    bundleStyles(clientDir, addresses, common.target),
  ]);
  const chunks = findChunks(scripts.metafile);
  if (!development) {
    refuseSmallChunks(scripts.metafile, chunks);
    refuseMixedPackages(scripts.metafile);
    await Promise.all([entry, scripts].map(({ metafile }) => minifyScripts(metafile)));
  }
  return {
    manifest: describeBuild(relative(root, clientDir), entry.metafile, chunks, styles),
    metafiles: [entry.metafile, scripts.metafile, styles.metafile],
  };
}
