import { commandLine } from '../storage/audit-log.ts';
import { CommandError, parseArguments } from '../lib/command-error.ts';
import { purgePages, type PurgeTarget } from '../lib/purge-pages.ts';
import { codeOf, messageOf } from '../lib/error-facts.ts';
import { plural } from '../lib/terminal.ts';
import { hasDatabase, noDatabaseIn, readSnapshot, requireOwnVersion } from '../storage/read-snapshot.ts';
import { openStorage, type DatabasePlace } from '../storage/storage.ts';
import { findMissingUkrainian } from './article.ts';
import type { ArticleFileProblem } from './article-file.ts';
import { createConverter } from './article-markdown.ts';
import { filedFields, importArticles, ImportError, type ImportOutcome } from './import-articles.ts';
import { readArticles, textPictureIds, writeArticle } from './news-folder.ts';
import { findPicture, findPictureIds } from './stored-pictures.ts';

export const usage = `Usage: npm run news -- export|import <folder> [--dry-run]
  export <folder>              writes each article into a folder of its own: en.md, ua.md, pictures
  import <folder>              stores what is in such folders, and publishes what they say is published
  import <folder> --dry-run    says what an import would change, and changes nothing
What no file is about stays as it is: articles are deleted at the desk.`;

/** Names the folders that an earlier export has made for an article whose address has changed since. */
async function printFormerFolders(folder: string, slugs: ReadonlyMap<string, string>): Promise<void> {
  const { articles } = await readArticles(folder, () => true);
  for (const { id, fields } of articles) {
    const slug = slugs.get(id ?? '');
    if (slug && slug !== fields.slug)
      console.log(`${fields.slug}: the address of this article is now ${slug}. Delete this folder before an import.`);
  }
}

async function exportNews(folder: string, place: DatabasePlace): Promise<void> {
  const { written, slugs } = await readSnapshot(place, async (database) => {
    const rows = await database.selectFrom('news').selectAll().orderBy('slug').execute();
    let changed = 0;
    for (const row of rows) {
      const fields = { ...(await filedFields(database, row)), slug: row.slug };
      const picture = fields.picture ? await findPicture(database, fields.picture, 'master') : null;
      const within = new Map<string, Uint8Array>();
      for (const id of textPictureIds(fields)) {
        const bytes = await findPicture(database, id, 'master');
        if (bytes) within.set(id, bytes);
      }
      if (await writeArticle(folder, { id: row.id, state: row.state, fields }, picture, within)) changed += 1;
    }
    return { written: changed, slugs: new Map(rows.map(({ id, slug }) => [id, slug])) };
  });
  await printFormerFolders(folder, slugs);
  console.log(`Exported ${plural(slugs.size, 'article')} to ${folder}, ${written} with changes.`);
}

function refuse(problems: ArticleFileProblem[]): never {
  const lines = problems.map(({ file, line, problem }) => `${file}${line > 0 ? `:${line}` : ''}: ${problem}`);
  throw new CommandError([...lines, 'Nothing was stored.'].join('\n'));
}

function printOutcome({ created, changed, same }: ImportOutcome, isDry: boolean): void {
  for (const slug of created) console.log(`new: ${slug}`);
  for (const slug of changed) console.log(`changed: ${slug}`);
  const done = isDry ? 'Would store' : 'Stored';
  console.log(`${done} ${plural(created.length + changed.length, 'article')}; ${same} the same.`);
}

/**
 * Reads a folder, and converts its texts to HTML. That takes much longer than storing them, so it is done before the
 * transaction, during which all other writes wait.
 */
async function readFolder(folder: string, pictureIds: ReadonlySet<string>) {
  const toHtml = createConverter();
  const { articles, problems } = await readArticles(folder, (id) => pictureIds.has(id), toHtml);
  if (problems.length > 0) refuse(problems);
  for (const { fields, state } of articles)
    if (state === 'published' && findMissingUkrainian(fields).length > 0)
      console.log(`${fields.slug}: Ukrainian is missing: ${findMissingUkrainian(fields).join(', ')}`);
  return { articles, actor: { who: commandLine, now: Date.now(), toHtml } };
}

/** Compares a folder with a snapshot of the database, so that no write waits for it. */
async function compareNews(folder: string, place: DatabasePlace): Promise<void> {
  const { articles, actor } = await readFolder(folder, await readSnapshot(place, findPictureIds));
  const outcome = await readSnapshot(place, (database) => importArticles(database, articles, actor, { isDry: true }));
  printOutcome(outcome, true);
}

async function importNews(folder: string, config: DatabasePlace & PurgeTarget): Promise<void> {
  await requireOwnVersion(config);
  const storage = await openStorage(config);
  try {
    const { articles, actor } = await readFolder(folder, await storage.read(findPictureIds));
    const outcome = await storage.write((database) => importArticles(database, articles, actor));
    printOutcome(outcome, false);
    const warning = outcome.isChanged ? await purgePages(config, 'all') : null;
    if (warning) console.log(warning);
  } finally {
    await storage.close();
  }
}

const folderErrorWords: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'it cannot be opened',
  EROFS: 'it cannot be written to',
  ENOSPC: 'the disk is full',
};

/** Exports news to files and imports them, for example from a repository of their own. */
export async function runNews(args: string[], readConfig: () => DatabasePlace & PurgeTarget): Promise<void> {
  const { values, positionals } = parseArguments(usage, {
    args,
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [act, folder, ...rest] = positionals;
  const isDry = values['dry-run'];
  const isKnown = act === 'import' || (act === 'export' && !isDry);
  if (!isKnown || !folder || rest.length > 0) throw new CommandError(usage);
  const config = readConfig();
  // Only an import creates the database, and a dry run must not do that.
  const needsDatabase = isDry || act === 'export';
  if (needsDatabase && !hasDatabase(config))
    throw new CommandError(`Nothing can be ${isDry ? 'compared' : 'exported'}: ${noDatabaseIn(config)}`);
  try {
    if (isDry) await compareNews(folder, config);
    else await (act === 'import' ? importNews(folder, config) : exportNews(folder, config));
  } catch (error) {
    if (error instanceof ImportError) refuse(error.problems);
    const path = error instanceof Error && 'path' in error ? String(error.path) : undefined;
    throw path === undefined
      ? error
      : new CommandError(`${path}: ${folderErrorWords[codeOf(error) ?? ''] ?? messageOf(error)}.`);
  }
}
