import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedWork, type Work } from '#server/pages/shared-work.ts';

/** Work whose ends the test decides, in the order in which it was started. */
function openWork() {
  const shared = createSharedWork<string>();
  const started: { work: Work; succeed(result: string): void; fail(): void }[] = [];
  const run = (key: string) =>
    shared.run(
      key,
      (work) =>
        new Promise((resolve, reject) => {
          started.push({ work, succeed: resolve, fail: () => reject(new Error('broken')) });
        }),
    );
  return { run, started, purge: shared.purge };
}

describe('shared work', () => {
  it('runs once for all who ask while it runs, and anew for those who ask later', async () => {
    const { run, started } = openWork();
    const [one, two] = [run('a'), run('a')];
    assert.equal(started.length, 1);
    started[0]?.succeed('first');
    assert.deepEqual(await Promise.all([one, two]), ['first', 'first']);
    const three = run('a');
    assert.equal(started.length, 2);
    started[1]?.succeed('second');
    assert.equal(await three, 'second');
  });

  it('of another key is other work', async () => {
    const { run, started } = openWork();
    const both = [run('a'), run('b')];
    started[1]?.succeed('b');
    started[0]?.succeed('a');
    assert.deepEqual(await Promise.all(both), ['a', 'b']);
  });

  it('that fails fails for all who wait, and is tried again', async () => {
    const { run, started } = openWork();
    const both = [run('a'), run('a')];
    started[0]?.fail();
    for (const one of both) await assert.rejects(one, /broken/);
    const again = run('a');
    started[1]?.succeed('good');
    assert.equal(await again, 'good');
  });

  it('that is forgotten is outdated: who waits gets it, who asks from now on starts anew', async () => {
    const { run, started, purge } = openWork();
    const before = run('/news/a');
    const other = run('/about');
    purge((key) => key.startsWith('/news'));
    const since = run('/news/a');
    assert.deepEqual(
      started.map(({ work }) => work.outdated),
      [true, false, false],
    );
    started[0]?.succeed('old');
    assert.equal(await before, 'old');
    // The end of the old work leaves the new one alone.
    const joined = run('/news/a');
    assert.equal(started.length, 3);
    started[2]?.succeed('new');
    assert.deepEqual(await Promise.all([since, joined]), ['new', 'new']);
    started[1]?.succeed('about');
    assert.equal(await other, 'about');
  });
});
