import type { TestContext } from 'node:test';
import type { runDesk } from '#server/embedded/desk/desk-command.ts';
import type { runNews } from '#server/embedded/news/news-command.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';

const target: Parameters<typeof runDesk>[2] = {
  publicUrl: 'http://localhost:1',
  purgeToken: null,
  deskEmails: [],
  defaultLanguage: 'en',
  mailUrl: null,
  mailFrom: null,
};

/** Runs a command of the desk or of the news without a site to purge. Returns its output and its exit code. */
export async function captureCommand(
  t: TestContext,
  command: typeof runNews | typeof runDesk,
  args: string[],
  place: DatabasePlace,
) {
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  const mocks = [t.mock.method(console, 'log', take), t.mock.method(console, 'error', take)];
  const code = await command(args, place, target);
  for (const mock of mocks) mock.mock.restore();
  return { code, text: lines.join('\n') };
}
