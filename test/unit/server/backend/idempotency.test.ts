import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createIdempotency, readSubmission } from '#server/backend/idempotency.ts';

const olha = { key: null, visitor: '10.0.0.1\nFirefox' };
const marta = { key: null, visitor: '10.0.0.2\nFirefox' };
const submitted = (key: string) => ({ key, visitor: 'anybody' });

/** The cache reads the clock at most once a millisecond. */
const forgetTime = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });

function open() {
  const keys: string[] = [];
  const answers: number[] = [];
  const once = createIdempotency<number>({ isFailure: (status) => status >= 400 });
  const send = (content: unknown, submission: Parameters<typeof once>[1], status = 200) =>
    once(content, submission, (key) => {
      keys.push(key);
      answers.push(status);
      return Promise.resolve(status);
    });
  return { send, keys };
}

describe('a submission', () => {
  it('is sent once for its key, for any number of parallel requests', async () => {
    const { send, keys } = open();
    const key = 'a'.repeat(36);
    await Promise.all(Array.from({ length: 15 }, () => send({ text: 'Hello' }, submitted(key))));
    assert.deepEqual(keys, [key]);
  });

  it('of two visitors with the same text is sent twice', async () => {
    const { send, keys } = open();
    await send('Hello', submitted('a'.repeat(36)));
    await send('Hello', submitted('b'.repeat(36)));
    await send('Hello', olha);
    await send('Hello', marta);
    assert.equal(new Set(keys).size, 4);
  });

  it('without a key is identified by its visitor and its content', async () => {
    const { send, keys } = open();
    await send('Hello', olha);
    await send('Hello', olha);
    await send('Hello again', olha);
    assert.equal(keys.length, 2);
  });

  it('keeps its key for the backend after a failure, also without a key of its own', async () => {
    for (const submission of [submitted('a'.repeat(36)), olha]) {
      const { send, keys } = open();
      await send('Hello', submission, 504);
      await send('Hello', submission, 200);
      assert.equal(keys.length, 2);
      assert.equal(keys[0], keys[1]);
    }
  });

  it('keeps its key beyond the end of ten minutes', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 9 * 60_000 + 59_000 });
    const { send, keys } = open();
    await send('Hello', olha, 504);
    t.mock.timers.tick(62_000);
    await send('Hello', olha);
    assert.equal(keys[0], keys[1]);
  });

  it('is answered from memory for ten minutes after it succeeded, and is a new one after that', async (t) => {
    const clock = { now: 1000 };
    t.mock.method(performance, 'now', () => clock.now);
    const { send, keys } = open();
    assert.equal(await send('Hello', olha), 200);
    clock.now += 10 * 60_000 - 1;
    await forgetTime();
    assert.equal(await send('Hello', olha, 201), 200);
    clock.now += 2;
    await forgetTime();
    assert.equal(await send('Hello', olha, 201), 201);
    assert.equal(new Set(keys).size, 2);
  });

  it('can have another lifetime', async (t) => {
    const clock = { now: 1000 };
    t.mock.method(performance, 'now', () => clock.now);
    const once = createIdempotency<string>({ isFailure: () => false, rememberedMs: 500 });
    const answers = ['first', 'second', 'third'];
    const send = () => once('Hello', olha, () => Promise.resolve(answers.shift() ?? ''));
    assert.equal(await send(), 'first');
    clock.now += 499;
    await forgetTime();
    assert.equal(await send(), 'first');
    clock.now += 2;
    await forgetTime();
    assert.equal(await send(), 'second');
  });

  it('keeps its key during any number of retries', async (t) => {
    const clock = { now: 1000 };
    t.mock.method(performance, 'now', () => clock.now);
    const { send, keys } = open();
    for (let tries = 0; tries < 4; tries += 1) {
      await send('Hello', olha, 504);
      clock.now += 6 * 60_000;
      await forgetTime();
    }
    assert.equal(new Set(keys).size, 1);
  });

  it('has a new key for the backend after it succeeded', async (t) => {
    const clock = { now: 1000 };
    t.mock.method(performance, 'now', () => clock.now);
    const keys: string[] = [];
    const once = createIdempotency<number>({ isFailure: (status) => status >= 400, rememberedMs: 500 });
    const send = (status: number) =>
      once('Hello', olha, (key) => {
        keys.push(key);
        return Promise.resolve(status);
      });
    await send(504);
    clock.now += 400;
    await forgetTime();
    await send(200);
    clock.now += 501;
    await forgetTime();
    await send(200);
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[1], keys[2]);
  });

  it('whose task throws is tried again, with the same key', async () => {
    const keys: string[] = [];
    const once = createIdempotency<string>({ isFailure: () => false });
    const send = (task: () => Promise<string>) =>
      once('Hello', olha, (key) => {
        keys.push(key);
        return task();
      });
    const broken = () => Promise.reject(new Error('broken'));
    await Promise.all([assert.rejects(send(broken), /broken/), assert.rejects(send(broken), /broken/)]);
    assert.equal(await send(() => Promise.resolve('stored')), 'stored');
    assert.equal(keys.length, 2, 'the two at once were one');
    assert.equal(keys[0], keys[1]);
  });

  it('never gives one key to different content, in any order', async () => {
    const step = fc.record({
      visitor: fc.constantFrom('a', 'b'),
      content: fc.constantFrom('x', 'y', 'z'),
      status: fc.constantFrom(200, 504),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const contentOf = new Map<string, string>();
        const once = createIdempotency<number>({ isFailure: (status) => status >= 400 });
        for (const { visitor, content, status } of steps) {
          await once(content, { key: null, visitor }, (key) => {
            const sent = `${visitor} ${content}`;
            assert.equal(contentOf.get(key) ?? sent, sent);
            contentOf.set(key, sent);
            return Promise.resolve(status);
          });
        }
      }),
    );
  });
});

describe('posts with a key, in parallel and with failures,', () => {
  const post = fc.record({ key: fc.constantFrom('a'.repeat(36), 'b'.repeat(36)), content: fc.constantFrom('x', 'y') });
  /** A group of posts that arrive at once, and how each task of the group ends: a status, or null where it throws. */
  const group = fc.record({
    posts: fc.array(post, { minLength: 1, maxLength: 6 }),
    ends: fc.array(fc.constantFrom(200, 504, null), { minLength: 6, maxLength: 6 }),
  });

  it('run once at a time for a key and its content, and never again after success', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 8 }), async (groups) => {
        const once = createIdempotency<{ status: number; of: string }>({ isFailure: ({ status }) => status >= 400 });
        const running = new Set<string>();
        const stored = new Map<string, { status: number; of: string }>();
        for (const { posts, ends } of groups) {
          const started = new Map<string, number>();
          const storedBefore = new Set(stored.keys());
          const results = await Promise.allSettled(
            posts.map(({ key, content }, position) => {
              const of = `${key} ${content}`;
              return once(content, submitted(key), async (sent) => {
                assert.equal(sent, key, 'the backend gets the key of the browser');
                assert.ok(!running.has(of), 'no other task of this submission runs');
                running.add(of);
                started.set(of, (started.get(of) ?? 0) + 1);
                await new Promise(setImmediate);
                running.delete(of);
                const status = ends[position] ?? null;
                if (status === null) throw new Error('no connection');
                const answer = { status, of };
                if (status < 400) stored.set(of, answer);
                return answer;
              });
            }),
          );
          posts.forEach(({ key, content }, position) => {
            const of = `${key} ${content}`;
            const result = results[position];
            assert.equal(started.get(of) ?? 0, storedBefore.has(of) ? 0 : 1);
            if (result?.status === 'fulfilled') assert.equal(result.value.of, of, 'the answer to this content');
            if (stored.has(of)) assert.equal(result?.status === 'fulfilled' && result.value, stored.get(of));
            else assert.ok(result?.status === 'rejected' || result?.value.status === 504);
          });
        }
      }),
    );
  });
});

describe('the key of a request', () => {
  const read = (key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return readSubmission({ headers } as IncomingMessage).key;
  };

  it('is the header of this site’s pages, and nothing else', () => {
    assert.equal(read('3f2a9c1e-0d5b-4c7a-9e8f-1a2b3c4d5e6f'), '3f2a9c1e-0d5b-4c7a-9e8f-1a2b3c4d5e6f');
    for (const length of [16, 64]) assert.equal(read('a'.repeat(length)), 'a'.repeat(length));
    for (const odd of [
      undefined,
      '',
      'a'.repeat(15),
      'a'.repeat(65),
      'with spaces in it is too long',
      'ä'.repeat(20),
      '!' + 'a'.repeat(20),
      'a'.repeat(20) + '!',
    ])
      assert.equal(read(odd), null);
  });
});

describe('the visitor of a request', () => {
  it('is an address and a browser', () => {
    const read = (request: object) => readSubmission(request as IncomingMessage).visitor;
    assert.equal(read({ ip: '10.0.0.1', headers: { 'user-agent': 'Firefox' } }), '10.0.0.1\nFirefox');
    assert.equal(read({ headers: {} }), '\n');
  });
});
