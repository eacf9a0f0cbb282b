import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets all resolved promises run; work that continues in later turns of the event loop needs several `turns`. */
export async function settle(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}
