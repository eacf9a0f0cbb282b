import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { it } from 'node:test';
import { compiledEnv, freePort, killAfter, root, serveArguments, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

it('a log that cannot be written, as on a full disk, stops neither the site nor its end', async (t) => {
  const log = await open('/dev/full', 'w');
  t.after(() => log.close());
  const port = await freePort();
  const site = spawn(process.execPath, serveArguments, {
    cwd: root,
    env: {
      ...compiledEnv,
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: await temporaryFolder(t),
    },
    stdio: ['ignore', log.fd, 'ignore'],
  });
  killAfter(t, site);
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/about`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the site answers', isServed, 60_000);
  for (let count = 0; count < 20; count += 1) assert.ok(await isServed());
  const ended = once(site, 'exit');
  site.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
