/** A sentence for the terminal; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
