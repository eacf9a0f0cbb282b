import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command was not carried out. The message is printed as it is, and the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The arguments of a command ask for its usage, which the message contains. The exit code is 0. */
export class UsageRequest extends Error {
  override name = 'UsageRequest';
}

/** Whether an argument asks for the usage. */
export const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

/** Throws a UsageRequest if the arguments ask for the usage of their command. */
export function answerHelp(usage: string, args: readonly string[]): void {
  if (args.some(isHelp)) throw new UsageRequest(usage);
}

/**
 * Parses arguments with `parseArgs` of Node. Throws a CommandError with the usage if they are not valid, and a
 * UsageRequest if they ask for it.
 */
export function parseArguments<T extends ParseArgsConfig & { args: string[] }>(usage: string, config: T) {
  answerHelp(usage, config.args);
  try {
    return parseArgs(config);
  } catch {
    throw new CommandError(usage);
  }
}
