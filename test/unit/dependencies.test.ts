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

  it('let only what answers pages, feeds and texts import client in server', () => {
    const allowed =
      /^server\/(app\.ts|(pages|structured-data|feeds|link-previews)\/|build\/page-dates|routes\/texts\.ts)/;
    for (const [file, from] of imports('server')) {
      if (from.startsWith('#client')) assert.match(file, allowed, `${file} imports ${from}`);
    }
  });

  it('lie in layers within server: what speaks HTTP, to the backend or to the operator knows of no page', () => {
    for (const room of ['http', 'body', 'backend', 'observability']) {
      for (const [file, from] of imports(`server/${room}`))
        assert.doesNotMatch(
          from,
          /^(\.\.\/)+(pages|routes|forms|feeds|link-previews|structured-data|build|app|process)\b/,
          file,
        );
    }
    for (const [file, from] of imports('server/forms')) assert.doesNotMatch(from, /^\.\.\/(pages|routes|http)\//, file);
    for (const [file, from] of imports('server/pages')) assert.doesNotMatch(from, /^\.\.\/(routes|forms)\//, file);
  });

  it('keep what builds the site out of what serves it', () => {
    for (const [file, from] of imports('server')) {
      if (!/^server\/(build\/|dev\.ts)/.test(file)) assert.doesNotMatch(from, /\/build[./]/, file);
    }
  });

  it('keep superstruct out of pages that have no form', () => {
    for (const [file, from] of imports('client')) {
      if (/contracts\/(?!.*type)/.test(from) || from === 'superstruct')
        assert.match(file, /contact|activation|gitl/, `${file} imports ${from}`);
    }
  });
});
