import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** A condition that takes long to come true is asked less often, so that the question does not delay the answer. */
const maxPauseMs = 50;

/** Waits for an expected condition, as long as a busy machine may need. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = 5; !(await isSo()); pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    assert.ok(Date.now() < deadline, `${what} within ${withinMs} ms`);
    await wait(pauseMs);
  }
}
