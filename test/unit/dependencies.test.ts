import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Returns the target of an import: a path of the project, however it is written, or a package. */
function targetOf(file: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : from;
}

const anyImport = /^(?:import|export) [^;]*?from '([^']+)'/gm;
const valueImport = /^(?:import|export) (?!type)[^;]*?from '([^']+)'/gm;

/** Returns the imports of a file. Those of types are included by default: a reader of a type has to open its file. */
function importsOf(file: string, code: string, { withTypes = true } = {}): [file: string, target: string][] {
  const found = [
    ...code.matchAll(withTypes ? anyImport : valueImport),
    ...code.matchAll(/^import '([^']+)'/gm),
    ...code.matchAll(/\bimport\('([^']+)'\)/g),
  ];
  return found.map(([, from = '']) => [file, targetOf(file, from)]);
}

function readFiles(folder: string): [file: string, code: string][] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  assert.ok(files.length > 0, `${folder} has files`);
  return files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

const imports = (folder: string, options?: { withTypes: boolean }) =>
  readFiles(folder).flatMap(([file, code]) => importsOf(file, code, options));

describe('an import', () => {
  it('is identified by its target, from any folder depth', () => {
    const code = [
      "import { a } from '../../server/app.ts';",
      "export { b } from '#client/b.ts';",
      "import type { C } from '../../server/c.ts';",
      "import {\n  d,\n} from 'superstruct';",
      "const e = () => import('./e.ts');",
    ].join('\n');
    assert.deepEqual(
      importsOf('shared/contracts/x.ts', code, { withTypes: false }).map(([, target]) => target),
      ['server/app.ts', 'client/b.ts', 'superstruct', 'shared/contracts/e.ts'],
    );
  });
});

describe('the folders of the project', () => {
  it('let shared import only itself and superstruct', () => {
    for (const [file, target] of imports('shared', { withTypes: false }))
      assert.match(target, /^(shared\/|superstruct$)/, file);
  });

  it('let client import only shared', () => {
    for (const [file, target] of imports('client')) assert.doesNotMatch(target, /^server\/|^node:/, file);
  });

  it('let server import client only in what renders pages or is derived from their table', () => {
    const allowed =
      /^server\/(handlers\.ts|(pages|structured-data|feeds|link-previews)\/|build\/(page-dates|mistakes))/;
    for (const [file, target] of imports('server', { withTypes: false })) {
      if (target.startsWith('client/')) assert.match(file, allowed, `${file} imports ${target}`);
    }
  });

  it('let the embedded backend import no page and no feature, types included', () => {
    const others =
      /^server\/(structured-data|news|pages|page-views|link-previews|feeds|comments|contact|activation|desk)\//;
    for (const [file, target] of imports('server/embedded')) assert.doesNotMatch(target, others, file);
  });

  it('are layers within client, types included: what pages share imports no page', () => {
    const parts = 'carousel,components,content,forms,layout,lib,live-picture,navigation,startup,stores';
    for (const [file, target] of imports(`client/{${parts}}`)) assert.doesNotMatch(target, /^client\/pages\//, file);
  });

  it('keep a page to itself: the files in the folder of a page are imported by that page alone', () => {
    const pageOf = (file: string) => /^client\/pages\/([^/]+?)(?:\.tsx$|\/)/.exec(file)?.[1];
    for (const [file, target] of imports('client/pages')) {
      const page = pageOf(target);
      if (page !== undefined) assert.equal(pageOf(file), page, `${file} imports ${target}`);
    }
  });

  it('keep the build out of the server', () => {
    for (const [file, target] of imports('server')) {
      if (!/^server\/(build\/|dev\.ts|development-site\.ts)/.test(file))
        assert.doesNotMatch(target, /^(server\/)?build[./]/, file);
    }
  });

  it('keep superstruct out of the browser', () => {
    for (const [file, target] of imports('client', { withTypes: false }))
      assert.doesNotMatch(target, /^(shared\/contracts\/|superstruct$)/, file);
  });
});

/** Returns the first import cycle that is found from each file, as paths in the order of import. */
function findCircles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const circles = new Set<string>();
  function walk(file: string, trail: string[]): void {
    const at = trail.indexOf(file);
    if (at >= 0) {
      circles.add([...trail.slice(at), file].join(' > '));
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  }
  for (const file of graph.keys()) walk(file, []);
  return [...circles];
}

/** The folders of the server: each imports files only from itself and from folders before it. */
const serverFolders = [
  'config',
  'lib',
  'article-html',
  'http',
  'forms',
  'backend',
  'operations',
  'news',
  'redis',
  'structured-data',
  'pages',
  'page-views',
  'link-previews',
  'feeds',
  'comments',
  'contact',
  'activation',
  'desk',
  'embedded',
];

/** The folders of the embedded backend, in the same order. */
const embeddedFolders = [
  'lib',
  'storage',
  'outbox',
  'messages',
  'news',
  'comments',
  'page-views',
  'licences',
  'payments',
  'desk',
  'commands',
];

/** Returns the imports from a folder to a later one, with types; `folders` are in the order in which they may import. */
function importsOfLaterFolders(parent: string, folders: string[]): string[] {
  const placeOf = (path: string) => folders.findIndex((folder) => path.startsWith(`${parent}/${folder}/`));
  return folders
    .flatMap((folder) => imports(`${parent}/${folder}`))
    .filter(
      ([file, target]) =>
        target.startsWith(`${parent}/`) && !(placeOf(target) in folders && placeOf(target) <= placeOf(file)),
    )
    .map(([file, target]) => `${file} > ${target}`);
}

describe('imports', () => {
  it('in a cycle are found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['b']],
      ['d', []],
    ]);
    assert.deepEqual(findCircles(graph), ['b > c > b']);
    assert.deepEqual(importsOf('client/a.ts', "import type { B } from './b.ts';"), [['client/a.ts', 'client/b.ts']]);
  });

  it('of the server go from later folders to earlier ones', () => {
    assert.deepEqual(importsOfLaterFolders('server', serverFolders), []);
    assert.deepEqual(importsOfLaterFolders('server/embedded', embeddedFolders), []);
  });

  it('of the server are relative within a folder, and start with #server between folders', () => {
    for (const [file, code] of readFiles('server/*')) {
      const [, folder, ...path] = file.split('/');
      assert.doesNotMatch(
        code,
        new RegExp(`from '(?:#server/${folder}/|${String.raw`\.\./`.repeat(path.length)})`),
        file,
      );
    }
  });

  it('to later folders are found', () => {
    const turned = importsOfLaterFolders('server/embedded', ['storage', 'lib']);
    assert.ok(turned.includes('server/embedded/storage/sqlite-file.ts > server/embedded/lib/error-facts.ts'));
  });

  it('have no cycle, types included', () => {
    const byFile = Map.groupBy(imports('{client,server,shared}'), ([file]) => file);
    const graph = new Map([...byFile].map(([file, found]) => [file, found.map(([, target]) => target)]));
    assert.deepEqual(findCircles(graph), []);
  });
});
