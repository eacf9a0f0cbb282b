import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { killAfter, root, temporaryFolder } from '../support/process.ts';

/** Runs a command of the build in bash, as `script` says; "$@" is the command. Returns its exit code and stderr. */
async function run(t: TestContext, script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, 'dist/server/command.js', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  killAfter(t, child);
  const ended = once(child, 'exit');
  const errors = await text(child.stderr);
  const [code] = (await ended) as [number | null];
  return { code, errors };
}

describe('a command whose output cannot be written', () => {
  it('says so once, and ends with exit code 1', async (t) => {
    const dataDir = await temporaryFolder(t);
    await (await openStorage({ dataDir, databaseUrl: null })).close();
    // The list has several lines.
    const result = await run(t, 'exec "$@" > /dev/full', ['desk', 'news', 'list'], { DATA_DIR: dataDir });
    assert.deepEqual(result, {
      code: 1,
      errors: 'The output could not be written: ENOSPC: no space left on device, write.\n',
    });
  });

  it('ends with exit code 1 if the disk has space for a part of it', async (t) => {
    const file = join(await temporaryFolder(t), 'usage.txt');
    const { code, errors } = await run(t, 'ulimit -f 1; exec "$@" > "$FILE"', ['desk', '--help'], { FILE: file });
    assert.deepEqual([code, readFileSync(file).length], [1, 1024]);
    assert.match(errors, /^The output could not be written: EFBIG/);
  });

  it('ends with exit code 0 if its reader has ended, also the export of a person', async (t) => {
    const dataDir = await temporaryFolder(t);
    await (await openStorage({ dataDir, databaseUrl: null })).close();
    for (const args of [['--help'], ['people', 'export', 'olha@example.com']]) {
      const result = await run(t, 'exec "$@" > >(true)', ['desk', ...args], { DATA_DIR: dataDir });
      assert.deepEqual(result, { code: 0, errors: '' });
    }
  });

  it('is written completely to a file, after what the file contains already', async (t) => {
    const file = join(await temporaryFolder(t), 'usage.txt');
    const script = '"$@" > "$FILE" && "$@" >> "$FILE"';
    assert.deepEqual(await run(t, script, ['backup', '--help'], { FILE: file }), { code: 0, errors: '' });
    assert.match(readFileSync(file, 'utf8'), /^(Usage: npm run backup .*\n){2}$/);
  });
});

it('an export of a person that cannot be written is not logged, and one that is written is', async (t) => {
  const dataDir = await temporaryFolder(t);
  const storage = await openStorage({ dataDir, databaseUrl: null });
  t.after(() => storage.close());
  const countEntries = async () =>
    (await storage.read((database) => database.selectFrom('desk_acts').selectAll().execute())).length;
  const args = ['desk', 'people', 'export', 'olha@example.com'];
  const { code, errors } = await run(t, 'exec "$@" > /dev/full', args, { DATA_DIR: dataDir });
  assert.deepEqual([code, await countEntries()], [1, 0]);
  assert.match(errors, /^The export is incomplete and was not logged\.$/m);
  const written = await run(t, 'exec "$@" > "$FILE"', args, { DATA_DIR: dataDir, FILE: join(dataDir, 'olha.json') });
  assert.deepEqual([written, await countEntries()], [{ code: 0, errors: '' }, 1]);
  assert.match(readFileSync(join(dataDir, 'olha.json'), 'utf8'), /^\{\n {2}"email": "olha@example\.com",[^]*\}\n$/);
});
