import type { Actor } from '../storage/audit-log.ts';
import type { Database } from '../storage/tables.ts';
import type { ArticleFields } from './article.ts';
import type { ArticleFileProblem } from './article-file.ts';
import { fieldsOf, findArticle, findBySlug, isSlugFixed, type ArticleRow, type ArticleActor } from './article-rows.ts';
import { createArticle, publishArticle, saveArticle, unpublishArticle } from './articles.ts';
import type { FolderArticle } from './news-folder.ts';
import { storePicture } from './stored-pictures.ts';

/** The files conflict with the stored articles. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly problems: ArticleFileProblem[];

  constructor(problems: ArticleFileProblem[]) {
    super('the files do not fit what is stored');
    this.problems = problems;
  }
}

export interface ImportOutcome {
  created: string[];
  changed: string[];
  same: number;
  /** Whether the content that visitors see has changed. */
  isChanged: boolean;
}

/** Returns the fields that are exported to files: the published version, or the newest one if none is published. */
export const filedFields = (database: Database, row: ArticleRow): Promise<ArticleFields> =>
  fieldsOf(database, row, row.state === 'published' ? (row.shown_version ?? row.version) : row.version);

/** Finds the stored article of a file. Throws an ImportError if its id and its folder belong to different articles. */
async function findStored(database: Database, { id, fields }: FolderArticle, actor: Actor): Promise<ArticleRow | null> {
  const file = `${fields.slug}/en.md`;
  const ofSlug = await findBySlug(database, fields.slug);
  const ofId = id === null ? ofSlug : await findArticle(database, id);
  if (ofSlug && ofSlug.id !== ofId?.id)
    throw new ImportError([{ file, line: 0, problem: `another article, with the id ${ofSlug.id}, has this address` }]);
  if (ofId && ofId.slug !== fields.slug && isSlugFixed(ofId, actor.now))
    throw new ImportError([
      { file, line: 0, problem: `visitors know this article as ${ofId.slug}: its address stays` },
    ]);
  return ofId ?? null;
}

async function requireSaved(outcome: ReturnType<typeof saveArticle>, slug: string): Promise<ArticleRow> {
  const saved = await outcome;
  if (saved.kind === 'saved') return saved.row;
  throw new ImportError([{ file: `${slug}/en.md`, line: 0, problem: 'it could not be stored' }]);
}

/** An unpublished article keeps its slug, even if it is new in this database. */
const markUnpublished = (database: Database, { id }: ArticleRow) =>
  database.updateTable('news').set({ state: 'unpublished', slug_fixed: 1 }).where('id', '=', id).execute();

async function addOne(database: Database, article: FolderArticle, actor: ArticleActor): Promise<boolean> {
  const { id, state, fields } = article;
  const row = await requireSaved(createArticle(database, fields, actor, id ?? undefined), fields.slug);
  if (state === 'unpublished') await markUnpublished(database, row);
  if (state !== 'published') return false;
  return (await publishArticle(database, row, actor)).isChanged;
}

/** The stored article of a file, and the fields that it gets from the file. */
interface Comparison {
  row: ArticleRow;
  fields: ArticleFields;
  hasSameFields: boolean;
  hasSameState: boolean;
}

/** Compares a file with the stored article. Returns null if there is none; throws an ImportError. */
async function compare(database: Database, article: FolderArticle, actor: Actor): Promise<Comparison | null> {
  const row = await findStored(database, article, actor);
  if (!row) return null;
  const wantsPublished = article.state === 'published';
  // An article that is not published has the text of its newest version.
  const present = await (wantsPublished ? filedFields(database, row) : fieldsOf(database, row));
  // A file without a date does not change the date of publication.
  const fields = { ...article.fields, date: article.fields.date || present.date };
  return {
    row,
    fields,
    hasSameFields: JSON.stringify(fields) === JSON.stringify(present),
    hasSameState: wantsPublished === (row.state === 'published'),
  };
}

async function changeOne(
  database: Database,
  { state }: FolderArticle,
  { row, fields, hasSameFields }: Comparison,
  actor: ArticleActor,
): Promise<boolean> {
  const saved = hasSameFields
    ? row
    : await requireSaved(saveArticle(database, row.id, { fields, base: row.version }, actor), fields.slug);
  return (await (state === 'published' ? publishArticle : unpublishArticle)(database, saved, actor)).isChanged;
}

/**
 * Updates the stored articles to match the files, in the caller's transaction. Articles without files do not change,
 * and a second import of the same files changes nothing. With `isDry` nothing is stored. Throws an ImportError.
 */
export async function importArticles(
  database: Database,
  articles: FolderArticle[],
  actor: ArticleActor,
  { isDry = false } = {},
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { created: [], changed: [], same: 0, isChanged: false };
  for (const article of articles) {
    if (!isDry) for (const picture of article.pictures) await storePicture(database, picture, actor.now);
    const stored = await compare(database, article, actor);
    if (stored?.hasSameFields && stored.hasSameState) {
      outcome.same += 1;
      continue;
    }
    (stored ? outcome.changed : outcome.created).push(article.fields.slug);
    if (isDry) continue;
    const isChanged = await (stored ? changeOne(database, article, stored, actor) : addOne(database, article, actor));
    outcome.isChanged ||= isChanged;
  }
  return outcome;
}
