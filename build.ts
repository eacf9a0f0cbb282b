import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import { printLicences } from './licences.ts';
import { nodeProblem } from './server/node-version.ts';
import { readPageDates } from './server/feeds/page-dates.ts';
import { paintPages } from './server/feeds/page-pictures.ts';
import type { Manifest } from './server/manifest.ts';

const root = import.meta.dirname;

export interface BuildOptions {
  /** The folder to build into, emptied first. */
  dist?: string;
  /** Unbuilt addresses of static files, readable code, no compression, no server bundle. */
  development?: boolean;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Copies static/ under hashed names; answers the address of each file. */
async function hashStatic(dist: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const file of await filesBelow(join(root, 'static'))) {
    if (file.startsWith('news/') || file.startsWith('root/')) continue;
    const content = await readFile(join(root, 'static', file));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const name = join('assets', dirname(file), `${basename(file, extname(file))}-${hash}${extname(file)}`);
    await mkdir(dirname(join(dist, 'client', name)), { recursive: true });
    await writeFile(join(dist, 'client', name), content);
    addresses.set(file, `/${name}`);
  }
  return addresses;
}

/** Puts hashed addresses where code says `asset('file')` and styles say `url("/static/file")`. */
function assetPlugin(addresses: Map<string, string>, { merged = false } = {}): Plugin {
  const late = new Set([join(root, 'client/start.tsx')]);
  const find = (file: string, from: string) => {
    const address = addresses.get(file);
    if (!address) throw new Error(`${relative(root, from)} names static/${file}, which does not exist`);
    return address;
  };
  return {
    name: 'asset',
    setup(build) {
      build.onResolve({ filter: /^[.#]/ }, ({ path, kind, resolveDir }) => {
        if (kind === 'dynamic-import')
          late.add(path.startsWith('#') ? join(root, path.slice(1)) : join(resolveDir, path));
        return null;
      });
      build.onLoad({ filter: /[\\/](client|shared|server)[\\/].*\.tsx?$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        // esbuild makes a chunk of what the same entry points reach: whatever comes late is made to reach all of `together`.
        const reach = merged && late.has(path) ? together.map((file) => `import ${JSON.stringify(file)};`) : [];
        const code = [source, ...reach].join('\n');
        const contents = code.replace(/\basset\('([^']+)'\)/g, (_, file: string) => JSON.stringify(find(file, path)));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const contents = code.replace(
          /url\((["'])\/static\/([^"']+)\1\)/g,
          (_, _quote, file: string) => `url("${find(file, path)}")`,
        );
        // An address that nothing was put in place of would be asked for and not be there.
        if (/url\([^)]*\/static\//.test(contents))
          throw new Error(`${relative(root, path)} names a file in an unknown way`);
        return { contents, loader: 'css' };
      });
    },
  };
}

/**
 * Code that most pages need. As chunks of their own, small files compress badly and are a request each, so they travel
 * in the one chunk that every page shares.
 */
const together = [
  'start.tsx',
  'components/page-head.tsx',
  'components/section-head.tsx',
  'lib/define-page.ts',
  'lib/part.tsx',
  'lib/use-calm.ts',
  'lib/use-hydrated.ts',
].map((file) => join(root, 'client', file));

const lighter: Record<string, string> = {
  // Every browser that is built for has React's own; the shim is for React 17.
  'use-sync-external-store/shim/index.js': 'react',
  // Components read signals with useValue alone: what makes signals render themselves would be carried for nothing.
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
function describeBuild(clientDir: string, entries: Metafile, scripts: Metafile, styles: Metafile): Manifest {
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
    stylesheet: address(outputOf(styles, 'client/site.css')),
    otherMediaStylesheet: address(outputOf(styles, 'client/other-media.css')),
    noscriptStylesheet: address(outputOf(styles, 'client/noscript.css')),
    pages: Object.fromEntries(pages),
  };
}

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|ico)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Ahead of time the best levels cost nothing. */
async function precompress(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
      if (br.length < content.length) await writeFile(join(folder, `${file}.br`), br);
      if (gz.length < content.length) await writeFile(join(folder, `${file}.gz`), gz);
    }),
  );
}

/** What a first load may weigh, brotli; react, react-dom and the other named packages are 63 kB of the scripts. */
const budgets = { scripts: 74_000, stylesheet: 14_000 };

/** A build that is too heavy for a phone on a slow line is no build. */
async function checkBudgets(
  dist: string,
  { entry, entryChunks, stylesheet, pages }: Pick<Manifest, 'entry' | 'entryChunks' | 'stylesheet' | 'pages'>,
): Promise<void> {
  const weigh = async (addresses: string[]) => {
    const files = addresses.map((address) => join(dist, 'client', address));
    const sizes = await Promise.all(files.map((file) => stat(`${file}.br`).catch(() => stat(file))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  };
  const common = await weigh([entry, ...entryChunks]);
  const weights = await Promise.all(
    Object.entries(pages).map(async ([name, chunks]) => ({
      what: `the scripts of ${name}`,
      bytes: common + (await weigh(chunks)),
      most: budgets.scripts,
    })),
  );
  weights.push({ what: 'the stylesheet', bytes: await weigh([stylesheet]), most: budgets.stylesheet });
  const heavy = weights
    .filter(({ bytes, most }) => bytes > most)
    .map(({ what, bytes, most }) => `${what}: ${bytes} bytes, ${most} at most`);
  if (heavy.length > 0) throw new Error(`too heavy:\n${heavy.join('\n')}`);
}

async function bundleClient(
  clientDir: string,
  plugins: Plugin[],
  development: boolean,
): Promise<{ client: Manifest; ofClient: Metafile[] }> {
  const common = {
    absWorkingDir: root,
    outdir: join(clientDir, 'assets'),
    bundle: true,
    minify: !development,
    plugins,
    alias: development ? {} : lighter,
    metafile: true as const,
    entryNames: '[name]-[hash]',
    external: ['/assets/*', '/static/*'],
    target: ['chrome120', 'firefox121', 'safari17'],
    logLevel: 'warning' as const,
  };
  const script = {
    ...common,
    format: 'esm' as const,
    sourcemap: development ? ('inline' as const) : false,
    // Beside the code, which a phone has to fetch and parse.
    legalComments: 'linked' as const,
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
    bundle({ ...common, entryPoints: ['client/site.css', 'client/noscript.css', 'client/other-media.css'] }),
  ]);
  if (!development) await hintCompiler(scripts.metafile);
  return {
    client: describeBuild(relative(root, clientDir), entry.metafile, scripts.metafile, styles.metafile),
    ofClient: [entry.metafile, scripts.metafile, styles.metafile],
  };
}

/** Nearly all of the big chunk runs at once: told so, Chromium compiles it beside the page instead of in its way. */
async function hintCompiler({ outputs }: Metafile): Promise<void> {
  const [[biggest] = []] = Object.entries(outputs).sort(([, one], [, other]) => other.bytes - one.bytes);
  if (biggest)
    await writeFile(
      join(root, biggest),
      `//# allFunctionsCalledOnLoad\n${await readFile(join(root, biggest), 'utf8')}`,
    );
}

/** One bundle with everything in it: the image needs no node_modules. */
async function bundleServer(dist: string, plugins: Plugin[]): Promise<Metafile> {
  const { metafile } = await bundle({
    metafile: true,
    absWorkingDir: root,
    entryPoints: { main: 'server/main.ts', inbox: 'server/embedded/inbox.ts' },
    outdir: join(dist, 'server'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    minifySyntax: true,
    plugins,
    // The renderer of link previews is a native module: it lies beside the bundle.
    loader: { '.node': 'copy' },
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS packages inside the bundle call require() for Node's own modules, and look beside themselves.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;",
    },
  });
  return metafile;
}

/** Paints the link previews and names each in the built `seo` texts, where the page's title stands. */
async function addPagePictures(dist: string): Promise<void> {
  const pictures = await paintPages({ root, cacheDir: join(root, 'node_modules/.cache/page-pictures') });
  await mkdir(join(dist, 'client/assets/og'), { recursive: true });
  await Promise.all(pictures.map(({ file, png }) => writeFile(join(dist, 'client/assets', file), png)));
  for (const language of new Set(pictures.map((picture) => picture.language))) {
    const path = join(dist, 'locales', language, 'seo.json');
    const seo = JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, string>>;
    for (const { routeName, file } of pictures.filter((picture) => picture.language === language)) {
      seo[routeName] = { ...seo[routeName], image: `/assets/${file}` };
    }
    await writeFile(path, JSON.stringify(seo));
  }
}

export async function build({ dist = join(root, 'dist'), development = false }: BuildOptions = {}): Promise<Manifest> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'client'), { recursive: true });
  const addresses = development ? null : await hashStatic(dist);
  const plugins = (merged: boolean) => (addresses ? [assetPlugin(addresses, { merged })] : []);
  const [{ client, ofClient }, pageDates, ofServer] = await Promise.all([
    bundleClient(join(dist, 'client'), plugins(true), development),
    readPageDates(root),
    development ? undefined : bundleServer(dist, plugins(false)),
    cp(join(root, 'locales'), join(dist, 'locales'), { recursive: true }).then(() =>
      development ? undefined : addPagePictures(dist),
    ),
    cp(join(root, 'static/news'), join(dist, 'news'), { recursive: true }),
    cp(join(root, 'static/root'), join(dist, 'client'), { recursive: true }),
  ]);
  const manifest: Manifest = { ...client, pageDates, builtAt: new Date().toISOString() };
  await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'package.json'), '{ "type": "module" }\n');
  if (ofServer) await writeFile(join(dist, 'licences.txt'), await printLicences(root, [...ofClient, ofServer]));
  if (!development) {
    await precompress(join(dist, 'client'));
    await checkBudgets(dist, manifest);
  }
  return manifest;
}

if (process.argv[1] === import.meta.filename) {
  const problem = nodeProblem(process.versions.node);
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  const started = performance.now();
  await build();
  console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
