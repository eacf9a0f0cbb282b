import { basename, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { BuildError } from './build-error.ts';
import { root } from './root.ts';

/**
 * The files of the chunk that all pages share, together with their imports. Most pages need these files, or the files
 * are small and several pages need them. Without this chunk a page would send up to eight more requests.
 */
const commonFiles = [
  'client/components/error-list.tsx',
  'client/components/html.tsx',
  'client/components/question-section.tsx',
  'client/components/quote.tsx',
  'client/components/service-page.tsx',
  'client/components/waiting.tsx',
  'client/content/related.ts',
  'client/lib/define-page.ts',
  'client/forms/implicit-submission.ts',
  'client/lib/use-hydrated.ts',
  'client/lib/use-intersection.ts',
  'client/lib/use-near-module.ts',
  'client/pages/contacts/ids.ts',
  'client/pages/contacts/contact-forms.ts',
  'client/start.tsx',
  'shared/dates.ts',
  'shared/email.ts',
  'shared/numbers.ts',
].map((file) => join(root, file));

/**
 * Adds imports of all of `commonFiles` to every entry point, because esbuild joins the files that are imported by the
 * same entry points.
 */
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
    entryPoints.has(path)
      ? [source, ...commonFiles.map((file) => `import ${JSON.stringify(file)};`)].join('\n')
      : source;
  return { plugin, amend };
}

/** Returns the path of the output that was built from a source, both from the root; throws an Error without one. */
export function outputOf(metafile: Metafile, source: string): string {
  const [output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (!output) throw new Error(`nothing was built from ${source}`);
  return output;
}

/** Returns an output and every chunk that it imports before it can run. */
function withImports(metafile: Metafile, output: string, found = new Set<string>()): Set<string> {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === 'import-statement') withImports(metafile, path, found);
  }
  return found;
}

/** Bytes after minifying, before compression. The request for a smaller shared chunk costs more than sharing saves. */
const minSharedBytes = 1000;

export interface Chunks {
  /** client/start.tsx and all its imports, which every page loads. */
  ofStart: ReadonlySet<string>;
  /** The further chunks of each page, by the page's name. */
  ofPages: ReadonlyMap<string, readonly string[]>;
}

/** Finds the outputs that each page loads, as paths from the root. */
export function findChunks(metafile: Metafile): Chunks {
  const ofStart = withImports(metafile, outputOf(metafile, 'client/start.tsx'));
  const pages = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) => {
    if (!entryPoint || !/^client\/pages\/[^/]+\.tsx$/.test(entryPoint)) return [];
    const chunks = [...withImports(metafile, output)].filter((chunk) => !ofStart.has(chunk));
    return [[basename(entryPoint, '.tsx'), chunks] as const];
  });
  return { ofStart, ofPages: new Map(pages) };
}

/** Throws a BuildError for chunks that several pages load and that are smaller than `minSharedBytes`. */
export function refuseSmallChunks({ outputs }: Metafile, { ofPages }: Chunks): void {
  const small = Object.entries(outputs).flatMap(([output, { bytes, inputs }]) => {
    const users = [...ofPages].filter(([, chunks]) => chunks.includes(output)).map(([page]) => page);
    if (users.length < 2 || bytes >= minSharedBytes) return [];
    return `${Object.keys(inputs).join(', ')}: ${bytes} bytes in a chunk of their own, for ${users.join(', ')}`;
  });
  if (small.length > 0) throw new BuildError(`Add to "commonFiles" in server/build/chunks.ts:\n${small.join('\n')}`);
}

/** Throws a BuildError if React shares a chunk with our code: visitors would load React again after every release. */
export function refuseMixedPackages({ outputs }: Metafile): void {
  for (const { inputs } of Object.values(outputs)) {
    const files = Object.keys(inputs);
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    if (own.length > 0 && files.some((file) => file.startsWith('node_modules/react-dom/')))
      throw new BuildError(`React is in one chunk with ${own.slice(0, 3).join(', ')}: see client/packages.ts`);
  }
}
