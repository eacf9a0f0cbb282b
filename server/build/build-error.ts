import { formatMessages, type Message } from 'esbuild';
import { TextsError } from '#server/lib/texts.ts';

/** The sources cannot be built. The message has one line for each fault that a developer must correct. */
export class BuildError extends Error {
  override name = 'BuildError';
}

const hasMessages = (error: unknown): error is { errors: Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);

/** Prints a fault of the sources, with file and line where they are known; returns null for any other error. */
export async function describeFault(error: unknown): Promise<string | null> {
  if (error instanceof BuildError || error instanceof TextsError) return error.message;
  if (!hasMessages(error)) return null;
  const printed = await formatMessages(error.errors, { kind: 'error', color: false });
  return printed.join('').trim();
}
