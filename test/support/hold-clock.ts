import type { TestContext } from 'node:test';

/** Moves the clock of transfers by this number of milliseconds, in the steps in which the guard checks a body. */
export function holdClock(t: TestContext): (ms: number) => void {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setInterval'] });
  return (ms) => {
    for (let passed = 0; passed < ms; passed += 50) {
      now += 50;
      t.mock.timers.tick(50);
    }
  };
}
