import assert from 'node:assert/strict';
import { execFile, type ExecFileException } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { filesBelow } from '#server/build/files.ts';
import { copySources } from '../support/copy-sources.ts';
import { root } from '../support/process.ts';

const run = promisify(execFile);
const buildIn = (cwd: string) => run(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd });

/**
 * The hash of every file but the manifest, which has the dates of commits; a file that names the folder in which it was
 * built fails.
 */
async function hashFiles(folder: string): Promise<Record<string, string>> {
  const dist = join(folder, 'dist');
  const files = (await filesBelow(dist)).filter((file) => file !== 'manifest.json').sort();
  const hashes = files.map(async (file) => {
    const content = await readFile(join(dist, file));
    assert.ok(!content.includes(folder), `${file} has an absolute path in it`);
    return [file, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** The manifest without the dates of commits: the copy has no commits. */
async function readManifest(folder: string): Promise<object> {
  const manifest = JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8')) as object;
  return { ...manifest, pageDates: null };
}

describe('two builds of the same sources', () => {
  it('have the same bytes in every file, in whatever folder they are made', async (t) => {
    const copy = await copySources(t);
    // The build of this folder was made before the tests.
    await buildIn(copy);
    const hashes = await hashFiles(root);
    assert.ok(Object.keys(hashes).length > 100);
    assert.deepEqual(await hashFiles(copy), hashes);
    assert.deepEqual(await readManifest(copy), await readManifest(root));
  });
});

describe('a build of faulty sources', () => {
  const faults: [string, (content: string) => string, RegExp][] = [
    [
      'client/routes.ts',
      (code) => code.replace("route('/team'", "route('/about'"),
      /pages about and team have the same path \/about/,
    ],
    ['locales/ua/about.json', (json) => json.replace(',\n', '\n'), /locales\/ua\/about\.json: line \d+: /],
    [
      'client/components/logo.tsx',
      (code) => `${code}\nexport const gone = asset('gone.svg');\n`,
      /static\/gone\.svg does not exist[^]*client\/components\/logo\.tsx:\d+/,
    ],
  ];

  it('fails, names the fault, and leaves the earlier build, which may be running', async (t) => {
    const folder = await copySources(t);
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/earlier'), '');
    for (const [file, change, expected] of faults) {
      const path = join(folder, file);
      const content = await readFile(path, 'utf8');
      await writeFile(path, change(content));
      const failure: ExecFileException = await buildIn(folder).then(
        () => assert.fail(`${file} builds`),
        (error: ExecFileException) => error,
      );
      assert.equal(failure.code, 1, file);
      assert.match(String(failure.stderr), expected);
      assert.doesNotMatch(String(failure.stderr), /Getter/);
      assert.deepEqual(await filesBelow(join(folder, 'dist')), ['earlier'], file);
      assert.ok(!(await readdir(folder)).includes('dist.new'), file);
      await writeFile(path, content);
    }
  });
});
