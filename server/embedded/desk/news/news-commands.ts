import {
  fieldsOf,
  findArticles,
  findBySlug,
  findVersions,
  itemOf,
  articleStates,
  articleStateOf,
  type ArticleRow,
} from '../../news/article-rows.ts';
import { deleteArticle, findGaps, publishArticle, returnToVersion, unpublishArticle } from '../../news/articles.ts';
import type { Database } from '../../storage/tables.ts';
import type { Actor } from '../../storage/audit-log.ts';
import { CommandError } from '../../lib/command-error.ts';
import { parseId } from '../../lib/parse-id.ts';
import type { DeskArguments } from '../desk-arguments.ts';

/** The result of a command: a sentence for the terminal, and whether the content for visitors has changed. */
interface CommandResult {
  sentence: string;
  isChanged: boolean;
}

type NewsCommand = (database: Database, given: DeskArguments, actor: Actor) => Promise<CommandResult>;

async function requireArticle(database: Database, slug: string): Promise<ArticleRow> {
  if (slug === '') throw new CommandError('Give the address of the article, as the list shows it.');
  const row = await findBySlug(database, slug);
  if (!row) throw new CommandError(`There is no article with the address ${slug}. Nothing was changed.`);
  return row;
}

/** Applies an action to each of the articles, or to none if one is missing. */
const applyToAllOrNone =
  (
    action: (database: Database, row: ArticleRow, given: DeskArguments, actor: Actor) => Promise<CommandResult>,
  ): NewsCommand =>
  async (database, given, actor) => {
    if (given.rest.length === 0) throw new CommandError('Give the addresses of the articles, as the list shows them.');
    const done: CommandResult[] = [];
    for (const slug of given.rest)
      done.push(await action(database, await requireArticle(database, slug), given, actor));
    return {
      sentence: done.map(({ sentence }) => sentence).join('\n'),
      isChanged: done.some(({ isChanged }) => isChanged),
    };
  };

const publish = applyToAllOrNone(async (database, row, { yes }, actor) => {
  const { errors, missing } = findGaps(await fieldsOf(database, row));
  const problems = Object.entries(errors).map(([name, error]) => `${name} (${error})`);
  if (problems.length > 0)
    throw new CommandError(`${row.slug} cannot be published: ${problems.join(', ')}. Nothing was changed.`);
  if (missing.length > 0 && !yes)
    throw new CommandError(
      `${row.slug} misses in Ukrainian: ${missing.join(', ')}. Nothing was changed. Add --yes to publish it without them.`,
    );
  const { row: published, isChanged } = await publishArticle(database, row, actor);
  const from = articleStateOf(published, actor.now) === 'scheduled' ? `, from ${published.date} on` : '';
  return { sentence: `Published: ${published.slug}${from}.`, isChanged };
});

const unpublish = applyToAllOrNone(async (database, row, _given, actor) => {
  const { isChanged } = await unpublishArticle(database, row, actor);
  return { sentence: `Unpublished: ${row.slug}.`, isChanged };
});

const remove = applyToAllOrNone(async (database, row, { yes }, actor) => {
  if (!yes) throw new CommandError('Nothing was deleted: this cannot be undone. Add --yes to confirm.');
  if (!(await deleteArticle(database, row, actor)))
    throw new CommandError(`${row.slug} is published: unpublish it first. Nothing was changed.`);
  return { sentence: `Deleted: ${row.slug}.`, isChanged: false };
});

const restoreVersion: NewsCommand = async (database, { rest: [slug = '', version] }, actor) => {
  const row = await requireArticle(database, slug);
  const number = parseId(version);
  const chosen = number === null ? null : { version: number, base: row.version };
  const outcome = chosen && (await returnToVersion(database, row, chosen, actor));
  if (outcome?.kind === 'takenSlug')
    throw new CommandError(`Another article has the address of version ${number} of ${slug}. Nothing was changed.`);
  if (outcome?.kind !== 'saved')
    throw new CommandError(`${slug} has no version ${version ?? ''}. Nothing was changed.`);
  const { version: newest } = outcome.row;
  const sentence =
    newest === row.version
      ? `${slug} has the content of version ${number} already. Nothing was changed.`
      : `${slug}: version ${number} was restored as version ${newest}.`;
  return { sentence, isChanged: false };
};

export const newsCommands: Record<string, NewsCommand> = { publish, unpublish, delete: remove, return: restoreVersion };

export const newsLists = {
  async 'news list'(database: Database, given: DeskArguments): Promise<object[]> {
    const now = Date.now();
    const state = articleStates.find((name) => name === given.state);
    const { rows } = await findArticles(database, { state, now }, given);
    return rows.map((row) => {
      const { headline, headline_uk } = itemOf(row);
      const { id, slug, category, date, version, shown_version, edited } = row;
      return {
        slug,
        state: articleStateOf(row, now),
        date,
        headline,
        headline_uk,
        category,
        id,
        version,
        shown_version,
        edited,
      };
    });
  },
  async 'news versions'(database: Database, { rest: [slug = ''] }: DeskArguments): Promise<object[]> {
    const row = await requireArticle(database, slug);
    return (await findVersions(database, row)).map(({ version, at, who }) => ({ version, at, who }));
  },
};
