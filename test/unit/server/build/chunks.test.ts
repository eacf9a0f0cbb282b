import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Metafile } from 'esbuild';
import { findChunks, refuseMixedPackages, refuseSmallChunks } from '#server/build/chunks.ts';

/** The outputs of a small site: each has a size, what it imports, and the source that it was made for. */
function metafileOf(outputs: Record<string, { bytes: number; imports?: string[]; source?: string }>): Metafile {
  return {
    inputs: {},
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, { bytes, imports = [], source }]) => [
        name,
        {
          bytes,
          exports: [],
          inputs: { [source ?? `client/lib/${name}.ts`]: { bytesInOutput: bytes } },
          imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
          ...(source && { entryPoint: source }),
        },
      ]),
    ),
  };
}

const siteWith = (sharedBytes: number, users = ['about', 'team']) =>
  metafileOf({
    start: { bytes: 60, imports: ['common'], source: 'client/start.tsx' },
    common: { bytes: 90_000 },
    helper: { bytes: sharedBytes, imports: ['common'] },
    about: { bytes: 2000, imports: ['common', 'helper'], source: 'client/pages/about.tsx' },
    team: { bytes: 2000, imports: users.includes('team') ? ['helper'] : ['common'], source: 'client/pages/team.tsx' },
  });

describe('the chunks of a build', () => {
  it('are known for each page, without those that the entry loads', () => {
    const { ofStart, ofPages } = findChunks(siteWith(2000));
    assert.deepEqual([...ofStart], ['start', 'common']);
    assert.deepEqual(ofPages.get('about'), ['about', 'helper']);
  });

  it('are refused with their files and pages when several pages share a chunk that is too small for a request', () => {
    const metafile = siteWith(999);
    assert.throws(() => refuseSmallChunks(metafile, findChunks(metafile)), {
      name: 'BuildError',
      message: /client\/lib\/helper\.ts: 999 bytes .* for about, team$/,
    });
  });

  for (const [title, metafile] of [
    ['large enough', siteWith(1000)],
    ['of one page alone', siteWith(100, ['about'])],
  ] as const)
    it(`are taken where they are ${title}`, () => {
      refuseSmallChunks(metafile, findChunks(metafile));
    });

  it('are refused when React shares a chunk with our code, which changes with every release', () => {
    const { outputs } = siteWith(2000);
    const react = { 'node_modules/react-dom/client.js': { bytesInOutput: 200_000 } };
    const common = { ...outputs['common'], inputs: react } as Metafile['outputs'][string];
    refuseMixedPackages({ inputs: {}, outputs: { ...outputs, common } });
    const mixed = { ...common, inputs: { ...react, 'client/app.tsx': { bytesInOutput: 10 } } };
    assert.throws(() => refuseMixedPackages({ inputs: {}, outputs: { ...outputs, common: mixed } }), {
      name: 'BuildError',
      message: /client\/app\.tsx/,
    });
  });
});
