import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createAnswerCache, type AnswerAges } from '#server/news/answer-cache.ts';
import type { Read } from '#server/news/news-reads.ts';
import { until } from '../../../support/until.ts';

interface Fetch {
  succeed(value: string): void;
  fail(): void;
}

/** A cache with one thing to read, whose fetches the test answers, and with a clock that the test sets. */
function open({ freshMs = 60_000, timeoutWithOlderMs }: AnswerAges = {}) {
  const fetches: Fetch[] = [];
  const clock = { now: Date.parse('2026-03-01T10:00:00Z') };
  const answers = createAnswerCache({
    log: pino({ level: 'silent' }),
    freshMs,
    timeoutWithOlderMs,
    now: () => clock.now,
  });
  const read: Read<string> = {
    key: '/api/news',
    fetch: () =>
      new Promise((resolve, reject) => {
        fetches.push({ succeed: resolve, fail: () => reject(new Error('refused')) });
      }),
    fallback: () => 'built in',
  };
  const expire = () => answers.expire((key) => key.startsWith('/api/'));
  return { fetches, clock, expire, ask: () => answers.read(read, 5000) };
}

/** A cache after reads of made-up paths, which the backend has all answered with an empty list. */
async function readEmpty(paths: string[]) {
  const answers = createAnswerCache({ log: pino({ level: 'silent' }), freshMs: 60_000, maxUnconfirmedBytes: 20_000 });
  const readOf = (key: string): Read<string[]> => ({
    key,
    fetch: () => Promise.resolve([]),
    isAboutName: () => true,
    fallback: () => [],
  });
  for (const path of paths) await answers.read(readOf(path), 5000);
  return { peek: (path: string) => answers.peek(readOf(path)) };
}

describe('an empty answer to a path that a visitor may have made up', () => {
  it('is cached like every other answer', async () => {
    const { peek } = await readEmpty(['/a']);
    assert.deepEqual(peek('/a'), []);
    assert.equal(peek('/b'), null);
  });

  it('takes as much space as its path', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => `/${name.repeat(4000)}`) as [string, string, string];
    const { peek } = await readEmpty([first, second, third]);
    assert.equal(peek(first), null);
    assert.deepEqual(peek(third), []);
  });
});

describe('an answer of the backend', () => {
  it('is fetched once, and not outdated while it is fresh', async () => {
    const { fetches, ask } = open();
    const [first, second] = [ask(), ask()];
    fetches[0]?.succeed('news');
    assert.deepEqual(await Promise.all([first, second]), Array(2).fill({ value: 'news', outdated: false }));
    assert.deepEqual(await ask(), { value: 'news', outdated: false });
    assert.equal(fetches.length, 1);
  });

  it('is awaited longer than an older one if that has expired because of a change', async () => {
    const { fetches, expire, ask } = open({ timeoutWithOlderMs: 10 });
    const first = ask();
    fetches[0]?.succeed('without the comment');
    await first;
    expire();
    const second = ask();
    // A slow backend, which needs longer than visitors wait where an older answer may be shown.
    setTimeout(() => fetches[1]?.succeed('with the comment'), 100);
    assert.deepEqual(await second, { value: 'with the comment', outdated: false });
  });

  it('is fetched again right after it has expired, also after many parallel reads', async () => {
    const { fetches, expire, ask } = open();
    const first = ask();
    fetches[0]?.succeed('old');
    await first;
    await ask();
    const end = performance.now() + 20;
    while (performance.now() < end);
    expire();
    void ask();
    assert.equal(fetches.length, 2);
    fetches[1]?.succeed('new');
  });

  it('that expires while it is fetched is returned to the waiting callers, and not stored', async () => {
    const { fetches, expire, ask } = open();
    const waiting = ask();
    expire();
    fetches[0]?.succeed('of a moment ago');
    assert.deepEqual(await waiting, { value: 'of a moment ago', outdated: false });
    const next = ask();
    fetches[1]?.succeed('of now');
    assert.deepEqual(await next, { value: 'of now', outdated: false });
  });

  it('that has expired is shown again, as outdated, while the backend fails', async () => {
    const { fetches, expire, ask } = open();
    const first = ask();
    fetches[0]?.succeed('the last good one');
    await first;
    expire();
    const second = ask();
    fetches[1]?.fail();
    assert.deepEqual(await second, { value: 'the last good one', outdated: true });
    const third = ask();
    fetches[2]?.succeed('a new one');
    assert.deepEqual(await third, { value: 'a new one', outdated: false });
  });

  it('that was never fetched is null', async () => {
    const { fetches, ask } = open();
    const first = ask();
    fetches[0]?.fail();
    assert.equal(await first, null);
  });

  it('is shown for a day while the backend fails, and no longer', async () => {
    const { fetches, clock, expire, ask } = open();
    const first = ask();
    fetches[0]?.succeed('the last good one');
    await first;
    const askFailing = () => {
      expire();
      const asked = ask();
      fetches.at(-1)?.fail();
      return asked;
    };
    clock.now += 24 * 60 * 60_000;
    assert.deepEqual(await askFailing(), { value: 'the last good one', outdated: true });
    clock.now += 1;
    assert.equal(await askFailing(), null);
    assert.equal(fetches.length, 3);
  });

  it('is awaited for a shorter time if there is an older one that has only become old', async () => {
    const { fetches, ask } = open({ freshMs: 1, timeoutWithOlderMs: 10 });
    const first = ask();
    fetches[0]?.succeed('older');
    await first;
    await until('the answer is old', async () => (await ask())?.outdated === true);
    fetches[1]?.succeed('newer');
    await nextTurn();
    assert.equal((await ask())?.value, 'newer');
  });

  it('is awaited as long as the caller allows; then one that has expired is shown', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { fetches, expire, ask } = open();
    const outcome = async (asked: ReturnType<typeof ask>, ms: number) => {
      t.mock.timers.tick(ms - 1);
      assert.equal(await Promise.race([asked, nextTurn('nothing yet')]), 'nothing yet');
      t.mock.timers.tick(1);
      return asked;
    };
    assert.equal(await outcome(ask(), 5000), null);
    fetches[0]?.succeed('late');
    await nextTurn();
    expire();
    assert.deepEqual(await outcome(ask(), 5000), { value: 'late', outdated: true });
    fetches[1]?.succeed('later');
    await nextTurn();
    assert.deepEqual(await ask(), { value: 'later', outdated: false });
  });

  it('is awaited as long as the caller allows if the older one is too old to be shown', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { fetches, clock, expire, ask } = open();
    const first = ask();
    fetches[0]?.succeed('the last good one');
    await first;
    clock.now += 24 * 60 * 60_000 + 1;
    expire();
    const second = ask();
    t.mock.timers.tick(4999);
    fetches[1]?.succeed('slow');
    assert.deepEqual(await second, { value: 'slow', outdated: false });
  });
});

describe('an answer that is larger than the store', () => {
  it('is stored, and leaves room for others', async () => {
    const answers = createAnswerCache({ log: pino({ level: 'silent' }), freshMs: 60_000 });
    let fetches = 0;
    const readOf = (key: string, length: number): Read<string> => ({
      key,
      fetch() {
        fetches += 1;
        return Promise.resolve('x'.repeat(length));
      },
      fallback: () => '',
    });
    const [index, article] = [readOf('/index', 10 * 1024 * 1024), readOf('/article', 1000)];
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await answers.read(index, 5000))?.value.length, 10 * 1024 * 1024);
      assert.equal((await answers.read(article, 5000))?.value.length, 1000);
    }
    assert.equal(fetches, 2);
  });
});

describe('an answer that expires twice while it is fetched', () => {
  it('is not stored from any of the outdated fetches', async () => {
    const { fetches, ask, expire } = open();
    const first = ask();
    expire();
    const second = ask();
    fetches[0]?.succeed('outdated');
    await first;
    expire();
    fetches[1]?.succeed('outdated, too');
    await second;
    const third = ask();
    await nextTurn();
    assert.equal(fetches.length, 3, 'the backend is asked again');
    fetches[2]?.succeed('new');
    assert.deepEqual(await third, { value: 'new', outdated: false });
  });
});
