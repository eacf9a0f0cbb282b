import { writeFileSync } from 'node:fs';
import { CommandError } from './command-error.ts';
import { codeOf, messageOf } from './error-facts.ts';

/** Writes a new file that only its owner may read. Throws a CommandError if it exists or cannot be written. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const fault =
      codeOf(error) === 'EEXIST' ? 'exists already: name another file' : `could not be written: ${messageOf(error)}`;
    throw new CommandError(`${file} ${fault}.`);
  }
}
