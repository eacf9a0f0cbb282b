import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../support/fake-backend.ts';
import {
  freePort,
  killAfter,
  metricsToken,
  postComment,
  readMetrics,
  startReady,
  temporaryFolder,
} from '../support/process.ts';
import { findPrograms } from '../support/tools.ts';
import { until } from '../support/until.ts';

const { paths, message } = findPrograms('redis-server');

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function startRedis(t: TestContext, port?: number): Promise<{ url: string; port: number; child: ChildProcess }> {
  const at = port ?? (await freePort());
  const child = spawn(
    paths?.['redis-server'] ?? '',
    [
      '--port',
      String(at),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      await temporaryFolder(t),
    ],
    { stdio: 'ignore' },
  );
  killAfter(t, child);
  await until('Redis takes connections', () => takesConnections(at));
  return { url: `redis://127.0.0.1:${at}`, port: at, child };
}

describe('two copies with one Redis', { skip: message ?? false }, () => {
  async function startCopies(t: TestContext, env: Record<string, string>) {
    const backend = await fakeBackend(t);
    const redis = await startRedis(t);
    const start = () => startReady(t, { env: { BACKEND_URL: backend.origin, REDIS_URL: redis.url, ...env } });
    return { backend, copies: [await start(), await start()] as const };
  }

  it('hold one rate limit between them', async (t) => {
    const { copies } = await startCopies(t, { RATE_LIMIT: '6' });
    const statuses: number[] = [];
    for (let post = 0; post < 6; post += 1)
      for (const { origin } of copies) statuses.push((await postComment(origin, `Comment ${post} ${origin}`)).status);
    assert.equal(statuses.filter((status) => status === 201).length, 6, statuses.join(' '));
    assert.equal(statuses.filter((status) => status === 429).length, 6);
    for (const copy of copies) await copy.says('posts are counted in Redis');
  });

  it('tell each other of changes', async (t) => {
    const { backend, copies } = await startCopies(t, { PURGE_TOKEN: 'a-token-for-tests' });
    const [{ slug = '' } = {}] = articles;
    const read = async (origin: string) => (await fetch(`${origin}/news/${slug}`)).text();
    for (const { origin } of copies) assert.doesNotMatch(await read(origin), /Edited meanwhile/);
    backend.misbehave((request, response, body) => {
      if (request.url === `/api/news/${slug}`)
        sendJson(response, 200, { ...articles[0], headline: 'Edited meanwhile' });
      else answerAsUsual(request, response, body);
    });
    // Without being told, the other copy shows its page for a minute.
    await until('the other copy shows the change', async () => {
      const headers = { authorization: 'Bearer a-token-for-tests', 'content-type': 'application/json' };
      const body = JSON.stringify({ slugs: [slug] });
      const answer = await fetch(`${copies[0].origin}/purge`, { method: 'POST', headers, body });
      assert.equal(answer.status, 204);
      return /Edited meanwhile/.test(await read(copies[1].origin));
    });
    await copies[1].says('another copy has announced a change');
  });
});

describe('Redis', { skip: message ?? false }, () => {
  it('that is away stops neither the start nor a post: the copy counts for itself, and says so', async (t) => {
    const backend = await fakeBackend(t);
    const site = await startReady(t, {
      env: {
        BACKEND_URL: backend.origin,
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        RATE_LIMIT: '2',
        METRICS_TOKEN: metricsToken,
      },
    });
    const statuses: number[] = [];
    for (let post = 0; post < 4; post += 1) statuses.push((await postComment(site.origin, `Comment ${post}`)).status);
    assert.deepEqual(statuses, [201, 201, 429, 429]);
    await site.says('this copy counts posts for itself');
    assert.match(await readMetrics(site), /^site_redis\{state="failing"\} 1$/m);
  });

  it('that goes away while running is done without, and counted in again when it is back', async (t) => {
    const backend = await fakeBackend(t);
    const redis = await startRedis(t);
    const site = await startReady(t, { env: { BACKEND_URL: backend.origin, REDIS_URL: redis.url, RATE_LIMIT: '3' } });
    const post = async (content: string) => (await postComment(site.origin, content)).status;
    assert.equal(await post('counted in Redis'), 201);
    redis.child.kill('SIGKILL');
    await once(redis.child, 'exit');
    assert.deepEqual([await post('a'), await post('b'), await post('c'), await post('d')], [201, 201, 201, 429]);
    await startRedis(t, redis.port);
    await site.says('posts are counted in Redis', 2);
    assert.equal(await post('counted in Redis again'), 201);
    assert.equal(site.child.exitCode, null);
  });
});
