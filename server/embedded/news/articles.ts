import { randomUUID } from 'node:crypto';
import { isArticleSlug } from '#shared/news-paths.ts';
import { logAction, type Actor } from '../storage/audit-log.ts';
import type { NewsState } from '../storage/news-tables.ts';
import type { Database } from '../storage/tables.ts';
import { findErrors, findMissingUkrainian, findPublishErrors, slugOf, type ArticleFields } from './article.ts';
import {
  columnsOf,
  fieldsOf,
  findArticle,
  findBySlug,
  findVersion,
  isoOf,
  isPending,
  isShown,
  isSlugFixed,
  originalFields,
  parseFields,
  type ArticleRow,
  type ArticleActor,
} from './article-rows.ts';

/** The number of versions that are stored for each article; the published version is never deleted. */
export const maxVersions = 50;

const addVersion = (database: Database, id: string, version: number, fields: ArticleFields, actor: Actor) =>
  database
    .insertInto('news_versions')
    .values({ news_id: id, version, at: isoOf(actor.now), who: actor.who, fields: JSON.stringify(fields) })
    .execute();

/** Deletes the oldest versions except the published one. */
async function dropOldVersions(database: Database, { id, version, shown_version: shown }: ArticleRow): Promise<void> {
  await database
    .deleteFrom('news_versions')
    .where('news_id', '=', id)
    .where('version', '<=', version - maxVersions)
    .where('version', '<>', shown ?? 0)
    .execute();
}

/** Returns a time that is later than any change before, so that clients that poll for the last change miss none. */
async function nextChange(database: Database, now: number): Promise<number> {
  const { last } = await database
    .selectFrom('news')
    .select(({ fn }) => fn.max('changed').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(now, Number(last ?? 0) + 1);
}

/** Notes a change of the comments that visitors see on these articles. */
export async function noteChangedComments(database: Database, slugs: readonly string[], now: number): Promise<void> {
  await database
    .updateTable('news')
    .set({ changed: await nextChange(database, now) })
    .where('slug', 'in', slugs)
    // The comments of an unpublished article are deleted a while after its last change.
    .where('state', '=', 'published')
    .execute();
}

/** Stores an article that came as HTML as its first version, so that editors can restore it. */
async function storeOriginal(database: Database, row: ArticleRow): Promise<ArticleRow> {
  if (row.version > 0) return row;
  await database
    .insertInto('news_versions')
    .values({ news_id: row.id, version: 1, at: row.date, who: '', fields: JSON.stringify(originalFields(row)) })
    .execute();
  return { ...row, version: 1, shown_version: row.state === 'published' ? 1 : null };
}

export type SaveOutcome =
  | { kind: 'saved'; row: ArticleRow }
  /** Somebody else has saved another version in the meantime. */
  | { kind: 'stale'; row: ArticleRow }
  | { kind: 'takenSlug' | 'fixedSlug' }
  | { kind: 'missing' };

/** Returns the entered slug, or one made from the headline; null if the entered one is taken. */
async function chooseSlug(database: Database, fields: ArticleFields, id: string): Promise<string | null> {
  const isFree = async (slug: string) => ((await findBySlug(database, slug))?.id ?? id) === id;
  if (fields.slug !== '') return (await isFree(fields.slug)) ? fields.slug : null;
  const made = slugOf(fields) || 'article';
  return isArticleSlug(made) && (await isFree(made)) ? made : `${made}-${id.slice(0, 8)}`;
}

/** Stores a new article as a draft. `id` is given only if it comes from a file. */
export async function createArticle(
  database: Database,
  fields: ArticleFields,
  actor: ArticleActor,
  id: string = randomUUID(),
): Promise<SaveOutcome> {
  const slug = await chooseSlug(database, fields, id);
  if (slug === null) return { kind: 'takenSlug' };
  const whole = { ...fields, slug };
  const columns = columnsOf(whole, id, actor);
  const row = await database
    .insertInto('news')
    .values({ id, ...columns, state: 'draft', version: 1, slug_fixed: 0, edited: isoOf(actor.now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addVersion(database, id, 1, whole, actor);
  await logAction(database, { ...actor, action: 'article-saved', subject: slug });
  return { kind: 'saved', row };
}

/**
 * Stores a new version of an article, which visitors see once it is published. `base` is the version that the editor
 * started from. A version without changes is not stored.
 */
export async function saveArticle(
  database: Database,
  id: string,
  { fields, base }: { fields: ArticleFields; base: number },
  actor: ArticleActor,
): Promise<SaveOutcome> {
  const found = await findArticle(database, id);
  if (!found) return { kind: 'missing' };
  const newest = await fieldsOf(database, found);
  const slug = await chooseSlug(database, fields, id);
  // A form that is sent a second time has no date yet, while publishing has given the stored version one.
  const date = fields.date || (found.version === base ? '' : newest.date);
  const isUnchanged = JSON.stringify({ ...fields, slug, date }) === JSON.stringify(newest);
  // The newer version may have another slug, so the editor gets it before the errors of the slug.
  if (found.version !== base && !isUnchanged) return { kind: 'stale', row: found };
  if (slug === null) return { kind: 'takenSlug' };
  if (slug !== found.slug && isSlugFixed(found, actor.now)) return { kind: 'fixedSlug' };
  if (isUnchanged) return { kind: 'saved', row: found };
  const whole = { ...fields, slug };
  const original = await storeOriginal(database, found);
  const version = original.version + 1;
  await addVersion(database, id, version, whole, actor);
  const row = {
    ...original,
    version,
    edited: isoOf(actor.now),
    ...(original.state === 'published' ? {} : columnsOf(whole, id, actor)),
  };
  await storeRow(database, row);
  await dropOldVersions(database, row);
  await logAction(database, { ...actor, action: 'article-saved', subject: slug });
  return { kind: 'saved', row };
}

const storeRow = (database: Database, { id, ...columns }: ArticleRow) =>
  database.updateTable('news').set(columns).where('id', '=', id).execute();

/** The result of publishing or unpublishing an article. */
interface Published {
  row: ArticleRow;
  /** Whether the content that visitors see has changed. */
  isChanged: boolean;
}

/** Returns the errors that prevent publishing, and the texts that the Ukrainian page would show in English. */
export const findGaps = (fields: ArticleFields) => ({
  errors: { ...findErrors(fields), ...findPublishErrors(fields) },
  missing: findMissingUkrainian(fields),
});

/** Returns the fields of the newest version with a slug that the article can have. */
async function newestFields(database: Database, row: ArticleRow, now: number): Promise<ArticleFields> {
  const fields = await fieldsOf(database, row);
  // Visitors may know the current slug, and another article may have taken the new one in the meantime.
  const slug = isSlugFixed(row, now) ? row.slug : await chooseSlug(database, fields, row.id);
  return { ...fields, slug: slug ?? row.slug };
}

const replaceNewest = (database: Database, { id, version }: ArticleRow, fields: ArticleFields) =>
  database
    .updateTable('news_versions')
    .set({ fields: JSON.stringify(fields) })
    .where('news_id', '=', id)
    .where('version', '=', version)
    .execute();

/** Publishes the newest version of an article. The caller checks with `findGaps` before. */
export async function publishArticle(database: Database, found: ArticleRow, actor: ArticleActor): Promise<Published> {
  if (found.state === 'published' && !isPending(found)) return { row: found, isChanged: false };
  const row = await storeOriginal(database, found);
  const newest = await newestFields(database, row, actor.now);
  // An article without a date gets the current time, and later versions have the same date.
  const fields = { ...newest, date: newest.date || isoOf(actor.now) };
  await replaceNewest(database, row, fields);
  const published: ArticleRow = {
    ...row,
    ...columnsOf(fields, row.id, actor),
    state: 'published',
    shown_version: row.version,
    changed: await nextChange(database, actor.now),
  };
  published.slug_fixed = isSlugFixed(found, actor.now) || isShown(published, actor.now) ? 1 : 0;
  await storeRow(database, published);
  await logAction(database, { ...actor, action: 'article-published', subject: published.slug });
  return { row: published, isChanged: isShown(found, actor.now) || isShown(published, actor.now) };
}

/** Hides an article and its comments from visitors. An article that was never visible becomes a draft again. */
export async function unpublishArticle(database: Database, found: ArticleRow, actor: ArticleActor): Promise<Published> {
  if (found.state !== 'published') return { row: found, isChanged: false };
  const row = await storeOriginal(database, found);
  const fields = await newestFields(database, row, actor.now);
  await replaceNewest(database, row, fields);
  const isFixed = isSlugFixed(row, actor.now);
  const state: NewsState = isFixed ? 'unpublished' : 'draft';
  const unpublished: ArticleRow = {
    ...row,
    ...columnsOf(fields, row.id, actor),
    state,
    shown_version: null,
    slug_fixed: isFixed ? 1 : 0,
    changed: await nextChange(database, actor.now),
    // Its retention period as a draft begins now.
    edited: isoOf(actor.now),
  };
  await storeRow(database, unpublished);
  await logAction(database, { ...actor, action: 'article-unpublished', subject: row.slug });
  return { row: unpublished, isChanged: isShown(found, actor.now) };
}

/**
 * Makes an older version the newest one. `base` is the version that was the newest for the editor. The outcome is
 * `missing` if the version does not exist.
 */
export async function returnToVersion(
  database: Database,
  row: ArticleRow,
  { version, base }: { version: number; base: number },
  actor: Actor,
): Promise<SaveOutcome> {
  const found = await findVersion(database, row, version);
  if (!found) return { kind: 'missing' };
  const old = parseFields(found);
  // A version without a date does not change the date of publication. Visitors may know the current slug: it remains.
  const date = old.date || (await fieldsOf(database, row)).date;
  const fields = { ...old, date, ...(isSlugFixed(row, actor.now) && { slug: row.slug }) };
  return saveArticle(database, row.id, { fields, base }, actor);
}

/** Deletes an unpublished article with its versions and comments. Returns false if the article is published. */
export async function deleteArticle(database: Database, row: ArticleRow, actor: Actor): Promise<boolean> {
  if (row.state === 'published') return false;
  await database.deleteFrom('news_versions').where('news_id', '=', row.id).execute();
  await database.deleteFrom('comments').where('news_id', '=', row.id).execute();
  await database.deleteFrom('news').where('id', '=', row.id).execute();
  await logAction(database, { ...actor, action: 'article-deleted', subject: row.slug });
  return true;
}
