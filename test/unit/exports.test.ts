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

describe('an export', () => {
  it('is imported by another file, unless its whole module is loaded', () => {
    const imported = new Set([...sources].flatMap(importedBy));
    const loaded = new Set(
      [...sources].flatMap(([file, code]) =>
        [...code.matchAll(/\bimport\(\s*'([#.][^']+)'/g)].map(([, from = '']) => targetOf(file, from)),
      ),
    );
    const unused = [...sources].flatMap(([file, code]) => {
      if (file.startsWith('test/') || loaded.has(file)) return [];
      const exports = code.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm);
      return [...exports].map(([, name]) => `${file} ${name}`).filter((name) => !imported.has(name));
    });
    assert.deepEqual(unused, []);
  });
});
