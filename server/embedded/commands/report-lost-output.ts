import { fstatSync, writeFileSync } from 'node:fs';
import { codeOf, messageOf } from '../lib/error-facts.ts';

const outputDescriptor = 1;

/**
 * Makes a command end with exit code 1, and print the reason, if its output was lost, for example on a full disk:
 * console.log ignores errors of standard output. A reader that has ended, such as `head`, is no error.
 */
export function reportLostOutput(): void {
  let isReported = false;
  process.stdout.on('error', (error) => {
    if (isReported || codeOf(error) === 'EPIPE') return;
    isReported = true;
    process.exitCode = 1;
    console.error(`The output could not be written: ${messageOf(error)}.`);
  });
  if (!fstatSync(outputDescriptor).isFile()) return;
  // Node writes to a file once, and does not notice that a disk had only space for a part. writeFileSync repeats the
  // write until everything is written or an error occurs.
  process.stdout._write = (chunk: Uint8Array, _encoding, done) => {
    try {
      writeFileSync(outputDescriptor, chunk);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  };
}
