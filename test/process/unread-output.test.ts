import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { freePort, killAfter, root, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

it('the export of a person ends without a stack when its reader ends first, as other commands do', async (t) => {
  const dataDir = await temporaryFolder(t);
  await (await openStorage({ dataDir, databaseUrl: null })).close();
  const command = [process.execPath, 'dist/server/command.js', 'desk', 'people', 'export', 'olha@example.com'];
  const child = spawn('bash', ['-c', 'exec "$@" > >(true)', 'bash', ...command], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  killAfter(t, child);
  const ended = once(child, 'exit');
  assert.equal(await text(child.stderr), '');
  assert.deepEqual(await ended, [0, null]);
});

describe('a start that fails while nobody reads its output', () => {
  for (const program of ['main', 'backend'])
    it(`ends with code 1: ${program}.js`, async (t) => {
      // Bash makes a pipe, whose reader ends at once; Node itself would make a socket.
      const unread = ['-c', 'exec "$@" > >(true) 2>&1', 'bash', process.execPath, `dist/server/${program}.js`];
      const child = spawn('bash', unread, {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          PORT: String(await freePort()),
          BACKEND_TOKEN: 'a-token-of-this-test-a-token-of-this-test',
          DATA_DIR: '/dev/null/data',
          // The log has a line that is not written yet when the process ends.
          PUBLIC_ULR: 'https://www.example.com',
        },
      });
      killAfter(t, child);
      const ended = once(child, 'exit');
      await until('the process ends', () => child.exitCode !== null);
      assert.deepEqual(await ended, [1, null]);
    });
});
