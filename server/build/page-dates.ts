import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { pageAreas } from '#client/page-texts.ts';
import { routes } from '#client/routes.ts';

const run = promisify(execFile);

/** Returns the date of the newest commit of every file; null without a history or with a shallow clone. */
async function readHistory(root: string): Promise<Map<string, string> | null> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout;
  try {
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return null;
    const [log, changed] = await Promise.all([
      git('log', '--format=commit %cI', '--name-only', '--no-renames', '--', 'client/pages', 'locales'),
      git('status', '--porcelain', '--no-renames', '--', 'client/pages', 'locales'),
    ]);
    const dates = new Map<string, string>();
    const now = new Date().toISOString();
    for (const line of changed.split('\n')) if (line) dates.set(line.slice(3), now);
    let date = '';
    for (const line of log.split('\n')) {
      if (line.startsWith('commit ')) date = new Date(line.slice('commit '.length)).toISOString();
      else if (line && !dates.has(line)) dates.set(line, date);
    }
    return dates;
  } catch {
    return null;
  }
}

/**
 * Returns when the texts and the code of each page last changed, ISO, by the name of its route. Without a complete
 * history there are no dates, because a sitemap with wrong dates is worse than one without dates.
 */
export async function readPageDates(root: string): Promise<Record<string, string>> {
  const history = await readHistory(root);
  if (!history) return {};
  const dates = routes.flatMap(({ name }) => {
    const own = [...history].filter(
      ([file]) =>
        file.startsWith(`client/pages/${name}.`) ||
        file.startsWith(`client/pages/${name}/`) ||
        pageAreas(name).some((area) => basename(file) === `${area}.json`),
    );
    const newest = own
      .map(([, date]) => date)
      .sort()
      .at(-1);
    return newest ? [[name, newest] as const] : [];
  });
  return Object.fromEntries(dates);
}
