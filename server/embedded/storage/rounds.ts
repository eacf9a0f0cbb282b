import { setTimeout as wait } from 'node:timers/promises';
import type { WriteLog } from '../worker-messages.ts';
import { StorageError } from './storage.ts';

interface Options {
  /** Does what is due; it ends early when `closing` is aborted. */
  round(closing: AbortSignal): Promise<void>;
  /** From the end of a round until the next begins, in milliseconds. */
  pollMs: number;
  writeLog: WriteLog;
  /** The message in the log for a round that failed. */
  failure: string;
}

/** A mail server or a bank that has stopped answering must not hold up the end of the process. */
const maxCloseMs = 3000;

export interface Rounds {
  /** Begins the next round at once. */
  wake(): void;
  /** Waits a moment for the round that runs. */
  close(): Promise<void>;
}

/** Does something on the storage again and again, for as long as the process runs. A round that fails ends none after it. */
export function repeatRounds({ round, pollMs, writeLog, failure }: Options): Rounds {
  const closing = new AbortController();
  let pause = new AbortController();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await round(closing.signal);
      } catch (error) {
        // The storage itself has written into the log why it fails.
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
      await Promise.race([running, wait(maxCloseMs, undefined, { ref: false })]);
    },
  };
}
