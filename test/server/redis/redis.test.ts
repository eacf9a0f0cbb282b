import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '@redis/client';
import type { Options } from 'express-rate-limit';
import { pino } from 'pino';
import { propertyOf } from '#shared/property-of.ts';
import { connectRedis } from '#server/redis/connect-redis.ts';
import type { Change } from '#server/news/changes.ts';
import { missingRedis, startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

/** A Redis with a connection for the operator, and the connections of a copy of the site under a user of its own. */
async function openCopy(t: TestContext, rights: string[], pingMs?: number) {
  const { port, child } = await startRedis(t);
  const url = `redis://127.0.0.1:${port}`;
  const operator = createClient({ url });
  // Redis ends before this connection.
  operator.on('error', () => undefined);
  await operator.connect();
  t.after(() => operator.destroy());
  await operator.sendCommand(['ACL', 'SETUSER', 'copy', 'on', '>secret', '~*', '+@all', ...rights]);
  const states: string[] = [];
  const received: Change[] = [];
  const redis = connectRedis({
    url: `redis://copy:secret@127.0.0.1:${port}`,
    log: pino({ level: 'silent' }),
    metrics: { redis: (state) => void states.push(state) },
    pingMs,
  });
  t.after(() => redis.close());
  redis.changes.subscribe((change) => void received.push(change));
  const store = redis.createStore('test');
  store.init?.({ windowMs: 60_000 } as Options);
  const state = () => states.at(-1);
  /** Counts a post. */
  const count = async () => (await store.increment('10.0.0.1')).totalHits;
  return { url, child, operator, redis, received, states, state, count };
}

/** Returns a list. Every change that a copy publishes from now on is added to it. */
async function listen(t: TestContext, url: string): Promise<unknown[]> {
  const listener = createClient({ url });
  listener.on('error', () => undefined);
  await listener.connect();
  t.after(() => listener.destroy());
  const published: unknown[] = [];
  await listener.subscribe('obrii:changes', (message) => published.push(propertyOf(JSON.parse(message), 'change')));
  return published;
}

const subscribers = (clients: unknown) => String(clients).match(/ sub=1 /g)?.length ?? 0;

describe('the state of Redis', { skip: missingRedis ?? false }, () => {
  it('fails while the changes of other copies do not arrive, and not longer, without any post', async (t) => {
    const { operator, state, states, received } = await openCopy(t, ['allchannels']);
    const isSubscribed = async () => subscribers(await operator.sendCommand(['CLIENT', 'LIST'])) === 1;
    await until('the copy has subscribed', isSubscribed);
    await until('the state is known', () => state() === 'ok');
    await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    await until('the copy has lost its subscription', () => states.includes('failing'));
    await until('the state is as before', () => state() === 'ok');
    assert.ok(await isSubscribed());
    assert.deepEqual(received, ['all'], 'changes may have been missed');
  });

  it('fails while Redis is connected but silent, and not longer, without any post', async (t) => {
    const { child, operator, state, received } = await openCopy(t, ['allchannels'], 100);
    const isSubscribed = async () => subscribers(await operator.sendCommand(['CLIENT', 'LIST'])) > 0;
    await until('the copy has subscribed', isSubscribed);
    await until('the state is known', () => state() === 'ok');
    child.kill('SIGSTOP');
    await until('the silence is noticed', () => state() === 'failing');
    child.kill('SIGCONT');
    await until('the state is as before', () => state() === 'ok');
    await until('missed changes are made up for', () => received.length > 0);
    assert.deepEqual([...new Set(received)], ['all']);
  });

  it('fails when a post is not counted in time, and not longer than Redis is slow, without another post', async (t) => {
    const { child, state, count } = await openCopy(t, ['allchannels'], 1000);
    await until('the state is known', () => state() === 'ok');
    child.kill('SIGSTOP');
    // Shorter than the time after which the connection is given up.
    assert.equal(await count(), 1);
    assert.equal(state(), 'failing');
    child.kill('SIGCONT');
    await until('the state is as before', () => state() === 'ok');
  });

  it('fails while the subscription is refused, although posts are counted', async (t) => {
    const { operator, state, count, received } = await openCopy(t, ['resetchannels']);
    await until('the subscription is refused', () => state() === 'failing');
    assert.equal(await count(), 1);
    assert.equal(await count(), 2);
    assert.equal(state(), 'failing');
    await operator.sendCommand(['ACL', 'SETUSER', 'copy', 'allchannels']);
    await operator.sendCommand(['CLIENT', 'KILL', 'USER', 'copy']);
    await until('the state is known', () => state() === 'ok');
    assert.deepEqual(received, ['all'], 'changes may have been missed');
  });

  it('fails while changes cannot be published, although posts are counted', async (t) => {
    const { url, operator, redis, state, count } = await openCopy(t, ['allchannels', '-publish']);
    await until('the state is known', () => state() === 'ok');
    redis.changes.publish({ slugs: ['any'] });
    await until('the change is refused', () => state() === 'failing');
    assert.equal(await count(), 1);
    assert.equal(state(), 'failing');
    const published = await listen(t, url);
    await operator.sendCommand(['ACL', 'SETUSER', 'copy', '+publish']);
    redis.changes.publish({ slugs: ['other'] });
    await until('the state is as before', () => state() === 'ok');
    await until('the refused change is published too', () => published.length === 2);
    assert.deepEqual(published, [{ slugs: ['other'] }, { all: true }]);
  });
});
