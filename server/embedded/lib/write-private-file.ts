import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from './command-error.ts';
import { codeOf, messageOf } from './error-facts.ts';

function writeAndClose(descriptor: number, content: string | Uint8Array): void {
  try {
    writeFileSync(descriptor, content);
  } finally {
    // Some network disks report only now that they are full.
    closeSync(descriptor);
  }
}

function writeNewFile(file: string, content: string | Uint8Array): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeAndClose(descriptor, content);
  } catch (error) {
    // A part of the content is worthless, and the file would be in the way of the next attempt.
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Writes a new file that only its owner may read. Throws a CommandError if it exists or cannot be written; a file that
 * was not written completely is removed.
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  try {
    writeNewFile(file, content);
  } catch (error) {
    const fault =
      codeOf(error) === 'EEXIST' ? 'exists already: name another file' : `could not be written: ${messageOf(error)}`;
    throw new CommandError(`${file} ${fault}.`);
  }
}
