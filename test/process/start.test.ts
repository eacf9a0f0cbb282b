import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, isOk, killAfter, root, startProcess, startReady, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

const levels = ['silent', 'fatal', 'info'];

/** Returns the output of a site that could not start; it must be only on stderr. */
async function failToStart(t: TestContext, options: Parameters<typeof startProcess>[1]): Promise<string> {
  const site = await startProcess(t, options);
  // A site that starts nevertheless must fail the test here, instead of making it wait.
  await until('the process ends', () => site.child.exitCode !== null, 60_000);
  assert.equal(await site.ended, 1);
  assert.equal(site.output(), site.errors(), 'stdout is empty');
  return site.errors();
}

async function newerDatabase(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  using database = new DatabaseSync(join(folder, 'backend.sqlite'));
  database.exec('PRAGMA user_version = 1000');
  return folder;
}

/** A site that serves pages while another process has locked its database. */
async function startLocked(t: TestContext) {
  const dataDir = await temporaryFolder(t);
  const lock = fork(join(root, 'test/support/lock-database.ts'), [join(dataDir, 'backend.sqlite')], { execArgv: [] });
  killAfter(t, lock);
  await once(lock, 'message');
  const site = await startProcess(t, { env: { DATA_DIR: dataDir } });
  const statusOf = (path: string) =>
    fetch(site.origin + path).then(
      ({ status }) => status,
      () => 0,
    );
  await until('a page is served', async () => (await statusOf('/about')) === 200);
  return { lock, site, statusOf };
}

describe('a start whose database is locked by another process', () => {
  it('serves pages that need no backend; calls wait until the backend has started, and so does /readyz', async (t) => {
    const { lock, site, statusOf } = await startLocked(t);
    assert.equal(await statusOf('/readyz'), 503);
    const comments = fetch(`${site.origin}/api/news/1/comments`);
    assert.equal(await Promise.race([comments.then(() => 'answered'), statusOf('/team')]), 200);
    lock.kill('SIGKILL');
    assert.deepEqual(await (await comments).json(), []);
    await until('the site is ready', async () => (await statusOf('/readyz')) === 200);
  });

  it('ends like any other process when it is stopped meanwhile', async (t) => {
    const { site } = await startLocked(t);
    site.child.kill('SIGTERM');
    assert.equal(await site.ended, 0);
    assert.equal(site.errors(), '');
  });
});

describe('a start that fails', () => {
  for (const level of levels)
    it(`explains the reason in one sentence on stderr with LOG_LEVEL=${level}: a variable`, async (t) => {
      const sentence = 'TRUST_PROXY="yes" cannot be used: it must be a whole number from 0 to 10.\n';
      assert.equal(await failToStart(t, { env: { LOG_LEVEL: level, TRUST_PROXY: 'yes' } }), sentence);
    });

  for (const level of levels)
    it(`explains the reason in one sentence on stderr with LOG_LEVEL=${level}: a port that is in use`, async (t) => {
      const port = await freePort();
      const taken = createServer().listen(port, '127.0.0.1');
      await once(taken, 'listening');
      t.after(() => {
        taken.close();
      });
      const env = { LOG_LEVEL: level, BACKEND_URL: 'http://127.0.0.1:9' };
      const sentence = `Port ${port} is taken: stop what runs there, or set PORT to another one.\n`;
      assert.equal(await failToStart(t, { port, env }), sentence);
    });

  for (const [title, level, dataDir] of [
    ['that is a file', 'silent', async (t: TestContext) => join(await temporaryFolder(t), 'data')],
    ['that cannot be made', 'fatal', () => '/dev/null/data'],
    ['that cannot be written to', 'info', () => '/proc/sys'],
    ['with the database of a newer version', 'info', newerDatabase],
  ] as const)
    it(`explains the reason in one sentence on stderr with LOG_LEVEL=${level}: a DATA_DIR ${title}`, async (t) => {
      const folder = await dataDir(t);
      if (title === 'that is a file') await writeFile(folder, '');
      const said = await failToStart(t, { env: { LOG_LEVEL: level, DATA_DIR: folder } });
      assert.match(said, /^DATA_DIR[^\n{]*\.\n$/);
      assert.ok(said.startsWith(`DATA_DIR="${folder}" cannot be used: `), said);
    });
});

describe('Ctrl-C', () => {
  it('that reaches the process twice within a millisecond, as under npm, counts once', async (t) => {
    const site = await startReady(t);
    const post = request(`${site.origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '2', expect: '100-continue' },
    });
    post.flushHeaders();
    const answered = once(post, 'response');
    // The site says so when it begins to read the body.
    await once(post, 'continue');
    post.write('{');
    site.child.kill('SIGINT');
    await wait(1);
    site.child.kill('SIGINT');
    await site.says('closing: running requests are finished');
    // The site receives this after the second signal, which would end it before the response.
    post.end('}');
    const [{ statusCode }] = (await answered) as [IncomingMessage];
    assert.equal(statusCode, 400);
    assert.equal(await site.ended, 0);
  });

  it('finishes running requests, and ends at once the second time', async (t) => {
    const site = await startReady(t);
    const endless = request(`${site.origin}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    endless.on('error', () => undefined);
    endless.write('{');
    const accepts = () => isOk(`${site.origin}/healthz`);
    assert.ok(await accepts());
    site.child.kill('SIGINT');
    await site.says('closing: running requests are finished');
    // Ctrl-C closes the port at once.
    assert.doesNotMatch(site.output(), /new ones are taken/);
    await until('the port is closed', async () => !(await accepts()));
    assert.equal(site.child.exitCode, null);
    // Later than the repetition of one signal.
    await wait(400);
    const started = performance.now();
    site.child.kill('SIGINT');
    assert.equal(await site.ended, 130);
    assert.ok(performance.now() - started < 2000, `${performance.now() - started} ms`);
  });
});
