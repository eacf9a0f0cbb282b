import type { TestContext } from 'node:test';

/** Returns the function that sets the clock of the system back, in milliseconds, as an operator or NTP does. */
export function mockSystemClock(t: TestContext): (ms: number) => void {
  let backMs = 0;
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() - backMs);
  return (ms) => {
    backMs += ms;
  };
}
