import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** Waits for an expected condition, as long as a busy machine may need. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `${what} within ${withinMs} ms`);
    await wait(10);
  }
}
