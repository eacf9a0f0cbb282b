import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleFlight, type Flight } from '#server/pages/single-flight.ts';

/** Runs whose ends the test decides, in the order in which they were started. */
function openFlights() {
  const flights = createSingleFlight<string>();
  const started: { flight: Flight; succeed(result: string): void; fail(): void }[] = [];
  const run = (key: string) =>
    flights.run(
      key,
      (flight) =>
        new Promise((resolve, reject) => {
          started.push({ flight, succeed: resolve, fail: () => reject(new Error('broken')) });
        }),
    );
  return { run, started, purge: flights.purge };
}

describe('a single flight', () => {
  it('runs once for all callers while it lasts, and again for later ones', async () => {
    const { run, started } = openFlights();
    const [one, two] = [run('a'), run('a')];
    assert.equal(started.length, 1);
    started[0]?.succeed('first');
    assert.deepEqual(await Promise.all([one, two]), ['first', 'first']);
    const three = run('a');
    assert.equal(started.length, 2);
    started[1]?.succeed('second');
    assert.equal(await three, 'second');
  });

  it('of another key is another run', async () => {
    const { run, started } = openFlights();
    const both = [run('a'), run('b')];
    started[1]?.succeed('b');
    started[0]?.succeed('a');
    assert.deepEqual(await Promise.all(both), ['a', 'b']);
  });

  it('that fails rejects for all callers, and the next call starts again', async () => {
    const { run, started } = openFlights();
    const both = [run('a'), run('a')];
    started[0]?.fail();
    for (const one of both) await assert.rejects(one, /broken/);
    const again = run('a');
    started[1]?.succeed('good');
    assert.equal(await again, 'good');
  });

  it('that is purged is outdated: waiting callers get its result, later callers start a new run', async () => {
    const { run, started, purge } = openFlights();
    const before = run('/news/a');
    const other = run('/about');
    purge((key) => key.startsWith('/news'));
    const since = run('/news/a');
    assert.deepEqual(
      started.map(({ flight }) => flight.outdated),
      [true, false, false],
    );
    started[0]?.succeed('old');
    assert.equal(await before, 'old');
    // The end of the old run does not remove the new one.
    const joined = run('/news/a');
    assert.equal(started.length, 3);
    started[2]?.succeed('new');
    assert.deepEqual(await Promise.all([since, joined]), ['new', 'new']);
    started[1]?.succeed('about');
    assert.equal(await other, 'about');
  });
});
