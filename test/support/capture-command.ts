import type { TestContext } from 'node:test';
import { runCommand, type Command } from '#server/embedded/commands/run-command.ts';
import type { runDesk } from '#server/embedded/desk/desk-command.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';

type DeskSettings = ReturnType<Parameters<typeof runDesk>[1]>;

/** The settings of a command of the desk or of the news, without a site whose pages it could purge. */
export const settingsWithoutSite = (place: DatabasePlace): DeskSettings => ({
  ...place,
  publicUrl: 'http://127.0.0.1:9',
  purgeToken: null,
  deskEmails: [],
  defaultLanguage: 'en',
  mailUrl: null,
  mailFrom: null,
});

/** Runs a command. Returns its exit code and its output, that of standard error too. */
export async function captureCommand<C extends DatabasePlace>(
  t: TestContext,
  command: Command<C>,
  args: string[],
  settings: C,
) {
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  const mocks = [t.mock.method(console, 'log', take), t.mock.method(console, 'error', take)];
  const code = await runCommand(command, args, () => settings);
  for (const { mock } of mocks) mock.restore();
  return { code, text: lines.join('\n') };
}
