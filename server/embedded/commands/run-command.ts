import { readConfig, type Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { warnOfMisspeltVariables } from '#server/config/misspelt-variables.ts';
import { messageOf } from '../lib/error-facts.ts';
import { describeDatabaseError } from '../storage/open-reported-storage.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import { CommandError, isHelp, UsageRequest } from '../lib/command-error.ts';

/**
 * A command prints its result. It rejects with a CommandError if it cannot do what its arguments ask for. The
 * configuration is read when it is needed: some commands work without a valid one.
 */
export type Command<C = Config> = (args: string[], readConfig: () => C) => Promise<void>;

/** Each command is imported when it is run, because most of them need only a part of the code. */
const commands: Record<string, () => Promise<Command>> = {
  inbox: async () => (await import('./inbox-command.ts')).runInbox,
  mail: async () => (await import('./mail-command.ts')).runMail,
  licence: async () => (await import('../licences/licence-command.ts')).runLicence,
  desk: async () => (await import('../desk/desk-command.ts')).runDesk,
  news: async () => (await import('../news/news-command.ts')).runNews,
  backup: async () => (await import('./backup-command.ts')).runBackup,
  restore: async () => (await import('./restore-command.ts')).runRestore,
};

/** Returns a sentence for the operator. */
function describeFailure(error: unknown, config: DatabasePlace | null): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  return (config && describeDatabaseError(config, error)) ?? `That could not be done: ${messageOf(error)}.`;
}

/** Runs a command and prints why it fails, or its usage if the arguments ask for that. Returns the exit code. */
export async function runCommand<C extends DatabasePlace>(
  command: Command<C>,
  args: string[],
  readSettings: () => C,
): Promise<number> {
  let config: C | null = null;
  try {
    await command(args, () => (config ??= readSettings()));
    return 0;
  } catch (error) {
    if (error instanceof UsageRequest) {
      console.log(error.message);
      return 0;
    }
    console.error(describeFailure(error, config));
    return 1;
  }
}

/** Runs the command that the first argument names, with the other arguments. Returns the exit code. */
export async function runCommandByName([name = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const usage = `Usage: ${Object.keys(commands).join('|')}, followed by the arguments of that command`;
    if (isHelp(name)) console.log(usage);
    else console.error(usage);
    return isHelp(name) ? 0 : 1;
  }
  // The warning goes to standard error, because another program may read standard output.
  warnOfMisspeltVariables(env, (sentence) => console.error(sentence));
  return runCommand(await load(), args, () => readConfig(env));
}
