import { setImmediate as nextIteration } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * The iterations of the event loop from one render to the next. Each of them reads what has arrived on all connections,
 * but accepts only one new connection, and a page of the cache for a new visitor must not wait for one render for each
 * connection before it. While nothing else happens, eight iterations take less than a tenth of a millisecond.
 */
const iterationsBetween = 8;

/**
 * Creates the function that waits for the turn of a render. A render occupies the processor from its beginning to its
 * end: without turns, all renders that are requested together would run before a page of the cache is sent.
 */
export function createRenderTurns(): () => Promise<void> {
  const oneAtATime = pLimit(1);
  return () =>
    oneAtATime(async () => {
      for (let count = 0; count < iterationsBetween; count += 1) await nextIteration();
    });
}
