import { formatMessages, type Message } from 'esbuild';
import { TextsError } from '#server/texts.ts';

/** Sources that cannot be built; the message tells a developer what to mend, one line for each fault. */
export class BuildError extends Error {
  override name = 'BuildError';
}

const hasMessages = (error: unknown): error is { errors: Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);

/** A fault of the sources as text for people, with file and line where they are known; null for any other error. */
export async function describeFault(error: unknown): Promise<string | null> {
  if (error instanceof BuildError || error instanceof TextsError) return error.message;
  if (!hasMessages(error)) return null;
  const printed = await formatMessages(error.errors, { kind: 'error', color: false });
  return printed.join('').trim();
}
