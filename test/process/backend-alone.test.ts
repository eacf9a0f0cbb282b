import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { json } from '../support/posts.ts';
import {
  freePort,
  isOk,
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

const answersReady = (origin: string) => isOk(`${origin}/readyz`);

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
    const machine = { machine_id: '7F3A-91C2', email: 'marta@steppe.example' };
    const trial = await fetch(`${other.origin}/api/trial/start`, json(machine));
    assert.equal(trial.status, 200, await trial.text());
    backend.child.kill('SIGTERM');
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 0, backend.output());
  });

  it('has one desk for all copies of the site', async (t) => {
    const common = { BACKEND_TOKEN: 'secret-test-token', DESK_EMAILS: 'marta@obrii.example' };
    const backend = await startBackend(t, common);
    await until('the backend answers', () => answersReady(backend.origin));
    const env = { ...common, BACKEND_URL: backend.origin };
    const [one, other] = [await startReady(t, { env }), await startReady(t, { env })];
    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) });
    assert.equal((await post(`${one.origin}/desk/sign-in`, { email: 'marta@obrii.example' })).status, 200);
    const readLink = () => /"link":"([^"]+)"/.exec(backend.output())?.[1];
    await until('the link is in the log', () => readLink() !== undefined);
    const link = new URL(readLink() ?? '');
    assert.equal(link.port, String(one.port));
    const entered = await post(`${other.origin}/desk/sign-in/link`, { token: link.searchParams.get('token') ?? '' });
    assert.equal(entered.status, 303);
    const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
    for (const { origin } of [one, other]) {
      const answer = await fetch(`${origin}/desk/messages`, { headers: { cookie } });
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /marta@obrii\.example/);
    }
    assert.equal((await fetch(`${backend.origin}/desk/messages`, { headers: { cookie } })).status, 401);
  });

  it('requires the token of the site', async (t) => {
    const backend = await startBackend(t, {});
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.match(backend.output(), /^BACKEND_TOKEN must be set: [^\n]+\.\n$/);
  });

  it('takes no payments without a key for licences, also where it has the variables of the site', async (t) => {
    const backend = await startBackend(t, {
      BACKEND_TOKEN: 'secret-test-token',
      BACKEND_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: 'https://www.example.com',
      PAYMENTS: 'monobank',
      MONOBANK_TOKEN: 'token',
    });
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.match(backend.output(), /^LICENCE_KEY must be set where PAYMENTS is monobank: [^\n]+\.\n$/);
  });

  it('explains in one sentence that its database does not answer, without the password', async (t) => {
    const url = 'postgres://site:hunter2@127.0.0.1:9/site';
    const backend = await startBackend(t, { BACKEND_TOKEN: 'x', DATABASE_URL: url });
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.match(backend.output(), /^DATABASE_URL cannot be used: it must be a PostgreSQL database [^\n]+\.\n$/);
    assert.doesNotMatch(backend.output(), /hunter2/);
  });
});
