import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** Pauses grow up to this length, so that polling does not slow down the code under test. */
const maxPauseMs = 50;

/** Waits for an expected condition, as long as a busy machine may need. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = 5; !(await isSo()); pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    assert.ok(Date.now() < deadline, `${what} within ${withinMs} ms`);
    await wait(pauseMs);
  }
}
