import { writeSync } from 'node:fs';
import { format } from 'node:util';

/** A problem at the start that the operator can solve; its message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Runs `start`. When it fails, prints the sentence of a ConfigError, or any other error with its stack, and exits with
 * code 1.
 */
export async function exitOnFailure(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    try {
      // console.error is not used here, because it writes to the log, which LOG_LEVEL may have turned off.
      writeSync(2, `${error instanceof ConfigError ? error.message : format(error)}\n`);
    } catch {
      // Nobody reads the output any more.
    }
    process.exit(1);
  }
}
