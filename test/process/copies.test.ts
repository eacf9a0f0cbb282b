import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson, type FakeBackend } from '../support/fake-backend.ts';
import { json } from '../support/posts.ts';
import { freePort, metricsToken, postComment, readMetrics, startReady, type SiteProcess } from '../support/process.ts';
import { missingRedis, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

describe('two copies with one Redis', { skip: missingRedis ?? false }, () => {
  async function startCopies(t: TestContext, env: Record<string, string>) {
    const backend = await fakeBackend(t);
    const redis = await startRedis(t);
    const start = () => startReady(t, { env: { BACKEND_URL: backend.origin, REDIS_URL: redis.url, ...env } });
    return { backend, redis, copies: [await start(), await start()] as const };
  }

  const [{ slug = '' } = {}] = articles;
  const read = async ({ origin }: SiteProcess) => (await fetch(`${origin}/news/${slug}`)).text();

  function edit(backend: FakeBackend, headline: string): void {
    backend.respondWith((request, response, body) => {
      if (request.url === `/api/news/${slug}`) sendJson(response, 200, { ...articles[0], headline });
      else answerAsUsual(request, response, body);
    });
  }

  async function publish({ origin }: SiteProcess): Promise<void> {
    const post = json({ slugs: [slug] }, { authorization: 'Bearer a-token-for-tests' });
    const answer = await fetch(`${origin}/purge`, post);
    assert.equal(answer.status, 204);
  }

  it('share one rate limit', async (t) => {
    const { copies } = await startCopies(t, { RATE_LIMIT: '6' });
    const statuses: number[] = [];
    for (let post = 0; post < 6; post += 1)
      for (const { origin } of copies) statuses.push((await postComment(origin, `Comment ${post} ${origin}`)).status);
    assert.equal(statuses.filter((status) => status === 201).length, 6, statuses.join(' '));
    assert.equal(statuses.filter((status) => status === 429).length, 6);
    for (const copy of copies) await copy.says('posts are counted in Redis');
  });

  it('publish changes to each other', async (t) => {
    const { backend, copies } = await startCopies(t, { PURGE_TOKEN: 'a-token-for-tests' });
    for (const copy of copies) assert.doesNotMatch(await read(copy), /Edited meanwhile/);
    edit(backend, 'Edited meanwhile');
    // Without a message about the change the other copy shows its page for a minute.
    await until('the other copy shows the change', async () => {
      await publish(copies[0]);
      return /Edited meanwhile/.test(await read(copies[1]));
    });
    await copies[1].says('another copy has published a change');
  });

  it('apply changes that were published while Redis was away, and later ones', async (t) => {
    const { backend, redis, copies } = await startCopies(t, { PURGE_TOKEN: 'a-token-for-tests' });
    for (const copy of copies) assert.doesNotMatch(await read(copy), /Edited/);
    redis.child.kill('SIGKILL');
    await once(redis.child, 'exit');
    edit(backend, 'Edited while Redis was away');
    await publish(copies[0]);
    assert.doesNotMatch(await read(copies[1]), /Edited/);
    await startRedis(t, redis.port);
    await until('the other copy shows it', async () => /Edited while/.test(await read(copies[1])));
    edit(backend, 'Edited once more');
    await publish(copies[0]);
    await until('the other copy shows that too', async () => /Edited once more/.test(await read(copies[1])));
  });

  it('that find Redis only after their start publish changes to each other', async (t) => {
    const backend = await fakeBackend(t);
    const port = await freePort();
    const env = {
      BACKEND_URL: backend.origin,
      REDIS_URL: `redis://127.0.0.1:${port}`,
      PURGE_TOKEN: 'a-token-for-tests',
    };
    const copies = [await startReady(t, { env }), await startReady(t, { env })] as const;
    for (const copy of copies) assert.doesNotMatch(await read(copy), /Edited/);
    edit(backend, 'Edited before Redis came');
    await publish(copies[0]);
    await startRedis(t, port);
    await until('the other copy shows it', async () => /Edited before/.test(await read(copies[1])));
    edit(backend, 'Edited once more');
    await publish(copies[0]);
    await until('the other copy shows that too', async () => /Edited once more/.test(await read(copies[1])));
  });
});

describe('Redis', { skip: missingRedis ?? false }, () => {
  it('that is away prevents neither the start nor a post: the copy counts for itself and logs that', async (t) => {
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

  it('that fails later is not needed, and counts again when it is back', async (t) => {
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
