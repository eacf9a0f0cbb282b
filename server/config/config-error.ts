import { writeSync } from 'node:fs';
import { format } from 'node:util';

/** A problem at the start that the operator can solve; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Runs `start`; where it fails, prints the sentence of a ConfigError, or any other error with its stack, and exits with 1. */
export async function exitOnFailure(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    // Not console.error: it writes to the log, which LOG_LEVEL may have turned off.
    writeSync(2, `${error instanceof ConfigError ? error.message : format(error)}\n`);
    process.exit(1);
  }
}
