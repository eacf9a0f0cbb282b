import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

function imports(folder: string): [file: string, from: string][] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const found = [
      ...code.matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gm),
      ...code.matchAll(/^import '([^']+)'/gm),
      ...code.matchAll(/\bimport\('([^']+)'\)/g),
    ];
    return found.map(([, from]) => [file, from ?? ''] as [string, string]);
  });
}

describe('the rooms of the project', () => {
  it('let shared import neither server nor client', () => {
    for (const [file, from] of imports('shared'))
      assert.doesNotMatch(from, /^#(server|client)|^\.\.\/(server|client)/, file);
  });

  it('let client import shared alone', () => {
    for (const [file, from] of imports('client')) assert.doesNotMatch(from, /^#server|^(\.\.\/)+server|^node:/, file);
  });

  it('let only rendering, routing of pages and feeds import client in server', () => {
    const allowed = /^server\/(render|pages|target|app|structured-data|shell|feeds\/.*|routes\/texts)\.tsx?$/;
    for (const [file, from] of imports('server')) {
      if (from.startsWith('#client')) assert.match(file, allowed, `${file} imports ${from}`);
    }
  });

  it('keep superstruct out of pages that have no form', () => {
    for (const [file, from] of imports('client')) {
      if (/contracts\/(?!.*type)/.test(from) || from === 'superstruct')
        assert.match(file, /contact|activation|gitl/, `${file} imports ${from}`);
    }
  });
});
