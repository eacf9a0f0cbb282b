import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

const sources = new Map(
  globSync('{client,server,shared,test}/**/*.{ts,tsx}', { cwd: root })
    .concat('build.ts')
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')] as const),
);

const targetOf = (file: string, from: string) =>
  from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from);

/** The names that a file imports from other files of the project, each as `path name`. */
function importedBy([file, code]: readonly [file: string, code: string]): string[] {
  const imports = code.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([#.][^']+)'/gm);
  return [...imports].flatMap(([, names = '', from = '']) =>
    [...names.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)].map(([, name]) => `${targetOf(file, from)} ${name}`),
  );
}

const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
const destructuring = /^export const \{([^}]*)\} =/gm;
const list = /^export (?:type )?\{([^}]*)\};/gm;

/** The names that a file exports; those of other files that it passes on are not included. */
function exportedBy(code: string): string[] {
  const declared = [...code.matchAll(declaration)].map(([, name = '']) => name);
  const destructured = [...code.matchAll(destructuring)].flatMap(([, names = '']) =>
    [...names.matchAll(/(?:\w+: )?(\w+)/g)].map(([, name = '']) => name),
  );
  const listed = [...code.matchAll(list)].flatMap(([, names = '']) =>
    [...names.matchAll(/(?:\w+ as )?(\w+)/g)].map(([, name = '']) => name),
  );
  // A default export is for a tool, which finds the file by its path.
  return [...declared, ...destructured, ...listed].filter((name) => name !== 'default');
}

describe('an export', () => {
  it('is found in every form', () => {
    const code = [
      'export const a = 1;',
      'export async function b() {}',
      'export function* c() {}',
      'export type D = string;',
      'export const { tag: e, raw: f, g } = create();',
      'export { h, i as j, k as default };',
      "export { l } from './l.ts';",
    ].join('\n');
    assert.deepEqual(exportedBy(code), ['a', 'b', 'c', 'D', 'e', 'f', 'g', 'h', 'j']);
  });

  it('is imported by another file, unless its whole module is loaded', () => {
    const imported = new Set([...sources].flatMap(importedBy));
    const loaded = new Set(
      [...sources].flatMap(([file, code]) =>
        [...code.matchAll(/\bimport\(\s*'([#.][^']+)'/g)].map(([, from = '']) => targetOf(file, from)),
      ),
    );
    const unused = [...sources].flatMap(([file, code]) => {
      if (loaded.has(file)) return [];
      return exportedBy(code)
        .map((name) => `${file} ${name}`)
        .filter((name) => !imported.has(name));
    });
    assert.deepEqual(unused, []);
  });
});
