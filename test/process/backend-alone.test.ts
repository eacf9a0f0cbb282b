import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { json } from '../support/posts.ts';
import {
  checkFile,
  compiledEnv,
  createCleanup,
  freePort,
  isOk,
  killAfter,
  postComment,
  readComments,
  root,
  startReady,
  temporaryFolder,
  type Cleanup,
  type SiteProcess,
} from '../support/process.ts';
import { until } from '../support/until.ts';

/** The built backend without the site, with a folder of its own. */
async function startBackend(t: Cleanup, env: Record<string, string>) {
  const port = await freePort();
  const dataDir = await temporaryFolder(t);
  const child = spawn(process.execPath, ['dist/server/backend.js'], {
    cwd: root,
    env: {
      ...compiledEnv,
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  });
  killAfter(t, child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (output += part.toString()));
  return { origin: `http://127.0.0.1:${port}`, dataDir, child, output: () => output };
}

const answersReady = (origin: string) => isOk(`${origin}/readyz`);

describe('the backend alone, behind two copies of the site', () => {
  const suite = createCleanup();
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let one: SiteProcess;
  let other: SiteProcess;
  before(async () => {
    const common = { BACKEND_TOKEN: 'secret-test-token', DESK_EMAILS: 'marta@obrii.example' };
    backend = await startBackend(suite, common);
    await until('the backend answers', () => answersReady(backend.origin));
    const env = { ...common, BACKEND_URL: backend.origin };
    one = await startReady(suite, { env });
    other = await startReady(suite, { env });
  });
  after(() => suite.end());

  it('stores for both what visitors send to one of them', async () => {
    const { ready, storage } = (await (await fetch(`${backend.origin}/readyz`)).json()) as Record<string, unknown>;
    assert.deepEqual({ ready, storage }, { ready: true, storage: 'ok' });
    assert.equal((await postComment(one.origin, 'shared')).status, 201);
    assert.deepEqual(await readComments(other.origin), ['shared']);
    const machine = { machine_id: '7F3A-91C2', email: 'marta@steppe.example' };
    const trial = await fetch(`${other.origin}/api/trial/start`, json(machine));
    assert.equal(trial.status, 200, await trial.text());
  });

  it('has one desk for both', async () => {
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

  it('ends without losing what it stores', async () => {
    // The last test: the copies have no backend after it.
    backend.child.kill('SIGTERM');
    const [code] = (await once(backend.child, 'exit')) as [number];
    assert.equal(code, 0, backend.output());
    assert.deepEqual(checkFile(backend.dataDir), ['shared']);
  });
});

describe('a start of the backend alone that fails', () => {
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
