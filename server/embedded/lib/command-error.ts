import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command was not carried out. The message is printed as it is, and the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Parses arguments with `parseArgs` of Node. Throws a CommandError with the usage if they are not valid. */
export function parseArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config);
  } catch {
    throw new CommandError(usage);
  }
}
