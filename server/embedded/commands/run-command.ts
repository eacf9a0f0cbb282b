import { readConfig, type Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { warnOfMisspeltVariables } from '#server/config/misspelt-variables.ts';
import type { DatabasePlace } from '../storage/storage.ts';

type Command = (args: string[], place: DatabasePlace, config: Config) => Promise<number>;

/** Runs a command on the database that the environment configures, and exits with the code that the command returns. */
export async function runCommand(command: Command): Promise<void> {
  try {
    // Standard output may be read by another program.
    warnOfMisspeltVariables(process.env, (sentence) => console.error(sentence));
    const config = readConfig(process.env);
    const { dataDir, databaseUrl } = config;
    process.exitCode = await command(process.argv.slice(2), { dataDir, databaseUrl }, config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
