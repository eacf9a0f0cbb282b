import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import {
  freePort,
  killAfter,
  postComment,
  readComments,
  root,
  startReady,
  temporaryFolder,
} from '../support/process.ts';
import { until } from '../support/until.ts';

/** The built backend without the site, with a folder of its own. */
async function startBackend(t: TestContext, env: Record<string, string>) {
  const port = await freePort();
  const dataDir = await temporaryFolder(t);
  const child = spawn(process.execPath, ['dist/server/backend.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  killAfter(t, child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (output += part.toString()));
  return { origin: `http://127.0.0.1:${port}`, child, output: () => output };
}

const answersReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('the backend alone', () => {
  it('serves several copies of the site, and ends without losing what it stores', async (t) => {
    const backend = await startBackend(t, { BACKEND_TOKEN: 'secret-test-token' });
    await until('the backend answers', () => answersReady(backend.origin));
    const { ready, storage } = (await (await fetch(`${backend.origin}/readyz`)).json()) as Record<string, unknown>;
    assert.deepEqual({ ready, storage }, { ready: true, storage: 'ok' });
    const env = { BACKEND_URL: backend.origin, BACKEND_TOKEN: 'secret-test-token' };
    const [one, other] = [await startReady(t, { env }), await startReady(t, { env })];
    assert.equal((await postComment(one.origin, 'shared')).status, 201);
    assert.deepEqual(await readComments(other.origin), ['shared']);
    const trial = await fetch(`${other.origin}/api/trial/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ machine_id: '7F3A-91C2', email: 'marta@steppe.example' }),
    });
    assert.equal(trial.status, 200, await trial.text());
    backend.child.kill('SIGTERM');
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 0, backend.output());
  });

  it('needs the token that the site sends', async (t) => {
    const backend = await startBackend(t, {});
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.match(backend.output(), /^BACKEND_TOKEN must be set: [^\n]+\.\n$/);
  });

  it('says in one sentence that its database does not answer, without the password', async (t) => {
    const url = 'postgres://site:hunter2@127.0.0.1:9/site';
    const backend = await startBackend(t, { BACKEND_TOKEN: 'x', DATABASE_URL: url });
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.match(backend.output(), /^DATABASE_URL cannot be used: it must be a PostgreSQL database [^\n]+\.\n$/);
    assert.doesNotMatch(backend.output(), /hunter2/);
  });
});
