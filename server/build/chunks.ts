import { basename, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { BuildError } from './build-error.ts';
import { root } from './root.ts';

/**
 * Code in the one chunk that all pages share: what most pages need, and small files that several pages need. As chunks
 * of their own these would be up to eight more requests for a page. What these files import is shared as well.
 */
const shared = [
  'client/components/error-list.tsx',
  'client/components/html.tsx',
  'client/components/quote.tsx',
  'client/components/service-page.tsx',
  'client/components/waiting.tsx',
  'client/content/products.ts',
  'client/lib/define-page.ts',
  'client/lib/implicit-submission.ts',
  'client/lib/use-hydrated.ts',
  'client/lib/use-in-view.ts',
  'client/lib/use-near-module.ts',
  'client/pages/contacts/ids.ts',
  'client/start.tsx',
  'shared/dates.ts',
  'shared/email.ts',
  'shared/plans.ts',
].map((file) => join(root, file));

/** esbuild makes a chunk of what the same entry points import: every entry point is made to import all of `shared`. */
export function shareOneChunk() {
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

/** The output that was built from a source; throws where there is none. Both are named from the root. */
export function outputOf(metafile: Metafile, source: string): string {
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

/** Minified, not compressed. A smaller chunk that several pages share costs more as a request than it saves. */
const minSharedBytes = 1000;

export interface Chunks {
  /** What the entry starts and all that it imports: the same for every page. */
  ofEntry: ReadonlySet<string>;
  /** What each page loads besides, by its name. */
  ofPages: ReadonlyMap<string, readonly string[]>;
}

/** Which outputs a page loads, in the names of esbuild. */
export function findChunks(metafile: Metafile): Chunks {
  const ofEntry = withImports(metafile, outputOf(metafile, 'client/start.tsx'));
  const pages = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) => {
    if (!entryPoint || !/^client\/pages\/[^/]+\.tsx$/.test(entryPoint)) return [];
    const chunks = [...withImports(metafile, output)].filter((chunk) => !ofEntry.has(chunk));
    return [[basename(entryPoint, '.tsx'), chunks] as const];
  });
  return { ofEntry, ofPages: new Map(pages) };
}

/** Throws a BuildError for chunks that several pages load and that are hardly worth a request. */
export function refuseSmallChunks({ outputs }: Metafile, { ofPages }: Chunks): void {
  const small = Object.entries(outputs).flatMap(([output, { bytes, inputs }]) => {
    const users = [...ofPages].filter(([, chunks]) => chunks.includes(output)).map(([page]) => page);
    if (users.length < 2 || bytes >= minSharedBytes) return [];
    return `${Object.keys(inputs).join(', ')}: ${bytes} bytes in a chunk of their own, for ${users.join(', ')}`;
  });
  if (small.length > 0) throw new BuildError(`Add to "shared" in server/build/chunks.ts:\n${small.join('\n')}`);
}

/** Throws a BuildError where React shares a chunk with our code: visitors would load it again after every release. */
export function refuseMixedPackages({ outputs }: Metafile): void {
  for (const { inputs } of Object.values(outputs)) {
    const files = Object.keys(inputs);
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    if (own.length > 0 && files.some((file) => file.startsWith('node_modules/react-dom/')))
      throw new BuildError(`React is in one chunk with ${own.slice(0, 3).join(', ')}: see client/packages.ts`);
  }
}
