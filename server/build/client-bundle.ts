import { basename, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import type { Manifest } from '#server/manifest.ts';
import { minifyScripts } from './minify.ts';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';
import { bundleStyles, type Stylesheets } from './styles.ts';

/**
 * Code that most pages need, in the one chunk that all pages share. As chunks of their own these small files would be
 * thirteen more requests, and 3 kB more after compression.
 */
const shared = [
  'start.tsx',
  'components/arrow-link.tsx',
  'components/mark.tsx',
  'components/page-head.tsx',
  'components/section-head.tsx',
  'lib/define-page.ts',
  'lib/motion.ts',
  'lib/use-hydrated.ts',
].map((file) => join(root, 'client', file));

/** esbuild makes a chunk of what the same entry points import: every entry point is made to import all of `shared`. */
function shareOneChunk() {
  const entryPoints = new Set([join(root, 'client/start.tsx')]);
  const plugin: Plugin = {
    name: 'dynamic-entry-points',
    setup(build) {
      build.onResolve({ filter: /^[.#]/ }, ({ path, kind, resolveDir }) => {
        if (kind === 'dynamic-import')
          entryPoints.add(path.startsWith('#') ? join(root, path.slice(1)) : join(resolveDir, path));
        return null;
      });
    },
  };
  const amend = (source: string, path: string) =>
    entryPoints.has(path) ? [source, ...shared.map((file) => `import ${JSON.stringify(file)};`)].join('\n') : source;
  return { plugin, amend };
}

/** The same in development and in production. */
const alias: Record<string, string> = {
  // Every browser that is built for has React's own; the shim is for React 17.
  'use-sync-external-store/shim/index.js': 'react',
  // Components read signals with useValue alone: what makes signals render themselves is not needed.
  '@preact/signals-react': '@preact/signals-core',
};

function outputOf(metafile: Metafile, source: string): string {
  const [output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (!output) throw new Error(`nothing was built from ${source}`);
  return output;
}

/** Every chunk that an output imports before it can run, itself included. */
function withImports(metafile: Metafile, output: string, found = new Set<string>()): Set<string> {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === 'import-statement') withImports(metafile, path, found);
  }
  return found;
}

/** `clientDir` as esbuild names it: from the root. */
function describeBuild(
  clientDir: string,
  entries: Metafile,
  scripts: Metafile,
  { fontFaces, stylesheet, otherMediaStylesheet, pageStyles, styleRules }: Stylesheets,
): ClientBundle['manifest'] {
  const address = (output: string) => `/${relative(clientDir, output)}`;
  const entry = outputOf(entries, 'client/entry.ts');
  // The entry itself is a few lines that wait for the first paint; what it starts is the page's own weight.
  const ofEntry = withImports(scripts, outputOf(scripts, 'client/start.tsx'));
  const pages = Object.entries(scripts.outputs).flatMap(([output, { entryPoint }]) => {
    if (!entryPoint || !/^client\/pages\/[^/]+\.tsx$/.test(entryPoint)) return [];
    const chunks = [...withImports(scripts, output)].filter((chunk) => !ofEntry.has(chunk));
    return [[basename(entryPoint, '.tsx'), chunks.map(address)] as const];
  });
  return {
    entry: address(entry),
    entryChunks: [...ofEntry].map(address),
    mapFrame: address(outputOf(entries, 'client/map-frame.ts')),
    fontFaces,
    stylesheet,
    otherMediaStylesheet,
    pageStyles,
    styleRules,
    pages: Object.fromEntries(pages),
  };
}

interface ClientBundle {
  manifest: Omit<Manifest, 'pageDates' | 'builtAt'>;
  metafiles: Metafile[];
}

/** What browsers get, into `clientDir`/assets; `addresses` of the hashed static files, null in development. */
export async function bundleClient(
  clientDir: string,
  addresses: Map<string, string> | null,
  bundle: typeof build = build,
): Promise<ClientBundle> {
  const development = addresses === null;
  const oneChunk = shareOneChunk();
  const common = {
    absWorkingDir: root,
    outdir: join(clientDir, 'assets'),
    bundle: true,
    minify: !development,
    plugins: [oneChunk.plugin, assetPlugin(addresses, development ? undefined : oneChunk.amend)],
    alias,
    metafile: true as const,
    entryNames: '[name]-[hash]',
    external: ['/assets/*', '/static/*'],
    target: ['chrome120', 'firefox121', 'safari17'],
    logLevel: 'silent' as const,
  };
  const script = {
    ...common,
    format: 'esm' as const,
    sourcemap: development ? ('inline' as const) : false,
    // In files of their own: phones have to fetch and parse the code.
    legalComments: 'external' as const,
    charset: 'utf8' as const,
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
  };
  const [entry, scripts, styles] = await Promise.all([
    bundle({ ...script, entryPoints: ['client/entry.ts', 'client/map-frame.ts'] }),
    bundle({
      ...script,
      entryPoints: ['client/start.tsx'],
      chunkNames: '[name]-[hash]',
      splitting: true,
      jsx: 'automatic',
    }),
    bundleStyles(clientDir, addresses, common.target),
  ]);
  if (!development) await Promise.all([entry, scripts].map(({ metafile }) => minifyScripts(metafile)));
  return {
    manifest: describeBuild(relative(root, clientDir), entry.metafile, scripts.metafile, styles),
    metafiles: [entry.metafile, scripts.metafile, styles.metafile],
  };
}
