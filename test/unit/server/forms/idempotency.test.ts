import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { createIdempotency, type Submission } from '#server/forms/idempotency.ts';

const olha = (retryKey?: string): Submission => ({ browserKey: null, retryKey, visitor: '10.0.0.1\nFirefox' });
const marta = (): Submission => ({ browserKey: null, visitor: '10.0.0.2\nFirefox' });
const submitted = (browserKey: string) => ({ browserKey, visitor: 'anybody' });

/** Stops the clocks; the returned function moves them. */
function mockClocks(t: TestContext): (ms: number) => Promise<void> {
  let now = 1_000_000;
  t.mock.method(performance, 'now', () => now);
  t.mock.method(Date, 'now', () => now);
  return async (ms) => {
    now += ms;
    // The cache reads the clock at most once a millisecond.
    await wait(5);
  };
}

function open() {
  const keys: string[] = [];
  const answers: number[] = [];
  const once = createIdempotency<number>({ isFailure: (status) => status >= 400 });
  const attempt = (content: unknown, submission: Submission, status = 200) =>
    once(content, submission, (key) => {
      keys.push(key);
      answers.push(status);
      return Promise.resolve(status);
    });
  const send = async (...sent: Parameters<typeof attempt>) => (await attempt(...sent)).answer;
  return { attempt, send, keys };
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
    await send('Hello', olha());
    await send('Hello', marta());
    assert.equal(new Set(keys).size, 4);
  });

  it('without a key is identified by its visitor and its content for the time of a second click', async (t) => {
    const pass = mockClocks(t);
    const { send, keys } = open();
    await send('Hello', olha());
    await send('Hello again', olha());
    await pass(9999);
    assert.equal(await send('Hello', olha(), 201), 200);
    assert.equal(keys.length, 2);
    await pass(2);
    // Another visitor behind the same address may have written the same.
    assert.equal(await send('Hello', olha(), 201), 201);
    assert.equal(new Set(keys).size, 3);
  });

  it('without a key is one while it runs, however long that takes', async (t) => {
    const pass = mockClocks(t);
    const once = createIdempotency<string>({ isFailure: () => false });
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = once('Hello', olha(), () => promise);
    await pass(60_000);
    const second = once('Hello', olha(), () => Promise.resolve('stored twice'));
    resolve('stored');
    assert.deepEqual([(await first).answer, (await second).answer], ['stored', 'stored']);
  });

  it('has a key for the backend that a retry from the page of the failure repeats, at any copy of the site', async () => {
    const { attempt, keys } = open();
    const another = open();
    const { retryKey } = await attempt('Hello', olha(), 504);
    assert.match(retryKey, /^[\da-f-]{36}$/);
    await another.send('Hello', olha(retryKey), 504);
    await another.send('Hello', olha(retryKey));
    assert.deepEqual(another.keys, [keys[0], keys[0]]);
    assert.match(keys[0] ?? '', /^[\w-]{59}$/);
    assert.ok(keys[0]?.startsWith(`${retryKey}-`));
  });

  it('has another key for the backend when the retry has another content', async () => {
    const { attempt, send, keys } = open();
    const { retryKey } = await attempt('Hello', olha(), 504);
    await send('Hello again', olha(retryKey), 504);
    await send('Hello again', olha(), 504);
    assert.equal(new Set(keys).size, 3);
  });

  it('has the same key when the browser reloads the page of a failure, and a new one after the success', async (t) => {
    const pass = mockClocks(t);
    const { attempt, send, keys } = open();
    const { retryKey } = await attempt('Hello', olha(), 504);
    assert.equal((await attempt('Hello', olha(), 504)).retryKey, retryKey);
    await send('Hello', marta(), 504);
    await send('Hello', olha());
    await pass(10_001);
    await send('Hello', olha());
    assert.deepEqual(
      keys.map((key) => keys.indexOf(key)),
      [0, 0, 2, 0, 4],
    );
  });

  it('has the same key for a second click that another copy of the site gets, and not for a later attempt', async (t) => {
    const pass = mockClocks(t);
    const copies = [open(), open()];
    for (const { send } of copies) await send('Hello', olha());
    await pass(10_001);
    for (const { send } of copies) await send('Hello', olha());
    const [one, another] = copies.map(({ keys }) => keys);
    assert.deepEqual(one, another);
    assert.equal(new Set(one).size, 2);
  });

  it('of a second click has the page of the first one', async () => {
    const { attempt, keys } = open();
    const [first, second] = await Promise.all([olha(), olha()].map((click) => attempt('Hello', click, 504)));
    assert.equal(keys.length, 1);
    assert.ok(first?.retryKey);
    assert.equal(first.retryKey, second?.retryKey);
  });

  for (const [what, submission] of [
    ['a browser', () => submitted('a'.repeat(36))],
    ['the page of a failure', () => olha('0f8fad5b-d9cb-469f-a165-70867728950e')],
  ] as const)
    it(`with the key of ${what} is answered from memory for ten minutes after it succeeded`, async (t) => {
      const pass = mockClocks(t);
      const { send, keys } = open();
      assert.equal(await send('Hello', submission(), 504), 504);
      assert.equal(await send('Hello', submission()), 200);
      await pass(10 * 60_000 - 1);
      assert.equal(await send('Hello', submission(), 201), 200);
      await pass(2);
      assert.equal(await send('Hello', submission(), 201), 201);
      assert.equal(keys.length, 3);
      assert.equal(new Set(keys).size, 1);
    });

  it('whose task throws is tried again', async () => {
    const keys: string[] = [];
    const once = createIdempotency<string>({ isFailure: () => false });
    const send = (task: () => Promise<string>) =>
      once('Hello', olha(), (key) => {
        keys.push(key);
        return task();
      });
    const broken = () => Promise.reject(new Error('broken'));
    await Promise.all([assert.rejects(send(broken), /broken/), assert.rejects(send(broken), /broken/)]);
    assert.equal((await send(() => Promise.resolve('stored'))).answer, 'stored');
    assert.equal(keys.length, 2, 'the two at once were one');
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
          await once(content, { browserKey: null, visitor }, (key) => {
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
            if (result?.status === 'fulfilled') assert.equal(result.value.answer.of, of, 'the answer to this content');
            if (stored.has(of)) assert.equal(result?.status === 'fulfilled' && result.value.answer, stored.get(of));
            else assert.ok(result?.status === 'rejected' || result?.value.answer.status === 504);
          });
        }
      }),
    );
  });
});
