/** The message is a sentence for the terminal; the command ends with exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
