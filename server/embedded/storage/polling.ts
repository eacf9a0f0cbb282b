import { setTimeout as wait } from 'node:timers/promises';
import { within } from '#server/lib/within.ts';
import type { WriteLog } from '../lib/write-log.ts';
import { StorageError } from './storage.ts';

interface Options {
  /** Does the work that is due. It must end early if `closing` is aborted. */
  poll(closing: AbortSignal): Promise<void>;
  /** The delay between the end of a poll and the start of the next, in milliseconds. */
  pollMs: number;
  writeLog: WriteLog;
  /** The log message for a failed poll. */
  failure: string;
}

/** A mail server or a bank that no longer responds must not delay the end of the process. */
const maxCloseMs = 2000;

export interface Polling {
  /** Starts the next poll immediately. */
  wake(): void;
  /** Waits for the running poll, but no longer than `maxCloseMs`. */
  close(): Promise<void>;
}

/** Polls the storage while the process runs. A failed poll does not stop the later ones. */
export function startPolling({ poll, pollMs, writeLog, failure }: Options): Polling {
  const closing = new AbortController();
  let pause = new AbortController();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await poll(closing.signal);
      } catch (error) {
        // The storage has already logged its own failures.
        if (!(error instanceof StorageError)) writeLog('error', { err: error }, failure);
      }
      await wait(pollMs, undefined, { signal: pause.signal, ref: false }).catch(() => undefined);
      if (pause.signal.aborted) pause = new AbortController();
    }
  }
  const running = run();

  return {
    wake: () => pause.abort(),
    async close() {
      closing.abort();
      pause.abort();
      await within(running, maxCloseMs, () => undefined);
    },
  };
}
