import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { freePort, killAfter, root } from '../support/process.ts';
import { until } from '../support/until.ts';

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
