import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { build } from 'esbuild';
import { minifierComment, minifyScripts } from '#server/build/minify.ts';
import { root } from '#server/build/root.ts';
import { temporaryFolder } from '../../../support/process.ts';

async function bundle(t: TestContext, comment: string) {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: 'export const sum = (first, second) => first + second;' },
    outdir: await temporaryFolder(t),
    entryNames: '[hash]',
    format: 'esm',
    banner: { js: comment },
    metafile: true,
  });
  await minifyScripts(metafile);
  const [output = ''] = Object.keys(metafile.outputs);
  return { name: output.slice(output.lastIndexOf('/')), text: await readFile(join(root, output), 'utf8') };
}

describe('a script that is minified a second time', () => {
  it('has another name with another version or other options of the minifier, and no comment about that', async (t) => {
    const script = await bundle(t, minifierComment);
    const same = await bundle(t, minifierComment);
    const other = await bundle(t, minifierComment.replace('SWC', 'SWC 2'));
    assert.equal(same.name, script.name);
    assert.notEqual(other.name, script.name);
    assert.deepEqual([script.text, other.text], [same.text, same.text]);
    assert.doesNotMatch(script.text, /SWC/);
  });
});
