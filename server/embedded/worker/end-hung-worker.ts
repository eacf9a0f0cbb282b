import type { Worker } from 'node:worker_threads';
import type { Log } from '#server/lib/log.ts';
import { pingMessage, type WorkerMessage } from './worker-messages.ts';

/**
 * A worker that has left so many pings in a row unanswered is ended. They are counted, because the time alone would also
 * pass while the computer sleeps.
 */
const maxUnanswered = 3;

/**
 * Ends a worker that hangs, for example in a loop, so that it is started again. Its open transaction is rolled back, and
 * what it was sending is sent again, as after a crash.
 */
export function endWhenHung(worker: Worker, { log, pingMs }: { log: Log; pingMs: number }): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered < maxUnanswered) {
      unanswered += 1;
      worker.postMessage(pingMessage);
      return;
    }
    clearInterval(timer);
    log.error({ pingMs, unanswered }, 'the embedded backend does not respond and is being stopped');
    void worker.terminate();
  }, pingMs);
  timer.unref();
  worker.on('message', ({ kind }: WorkerMessage) => {
    if (kind === 'alive') unanswered = 0;
  });
  worker.once('exit', () => {
    clearInterval(timer);
  });
}
