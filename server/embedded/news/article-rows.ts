import { parseUnchecked } from '#server/lib/parse-json.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import type { Actor } from '../storage/audit-log.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Database, Row } from '../storage/tables.ts';
import { fromItem, toItem, type ArticleFields } from './article.ts';
import type { ToHtml } from './article-markdown.ts';

export type ArticleRow = Row<'news'>;

/** The states that editors see. `scheduled` means published with a date in the future. */
export const articleStates = ['draft', 'scheduled', 'published', 'unpublished'] as const;
export type ArticleState = (typeof articleStates)[number];

export const isoOf = (now: number) => new Date(now).toISOString();

export function articleStateOf({ state, date }: Pick<ArticleRow, 'state' | 'date'>, now: number): ArticleState {
  return state === 'published' && date > isoOf(now) ? 'scheduled' : state;
}

/** Who changes an article, and when. */
export interface ArticleActor extends Actor {
  /** Returns what was converted before the transaction, during which all other writes wait. */
  toHtml?: ToHtml;
}

/** Returns the columns that repeat fields of a version, for lists and for the API. */
export function columnsOf(fields: ArticleFields, id: string, { now, toHtml }: ArticleActor) {
  const date = fields.date || isoOf(now);
  const { slug, category, featured } = fields;
  return { slug, category, date, featured: featured ? 1 : 0, item: JSON.stringify(toItem(fields, id, date, toHtml)) };
}

/** Whether visitors can see the article. */
export const isShown = (row: ArticleRow, now: number): boolean => articleStateOf(row, now) === 'published';

/** Whether a published article has a newer version that is not published. */
export const isPending = ({ state, version, shown_version: shown }: ArticleRow): boolean =>
  state === 'published' && (shown ?? 0) !== version;

/** Whether visitors have ever seen the article, so its slug must not change. */
export const isSlugFixed = (row: ArticleRow, now: number): boolean => row.slug_fixed === 1 || isShown(row, now);

/** Selects the articles that visitors see: published ones whose date has passed. */
export const shownNews = (database: Database, now: number) =>
  database.selectFrom('news').where('state', '=', 'published').where('date', '<=', isoOf(now));

export const findArticle = (database: Database, id: string): Promise<ArticleRow | undefined> =>
  database.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst();

export const findBySlug = (database: Database, slug: string): Promise<ArticleRow | undefined> =>
  database.selectFrom('news').selectAll().where('slug', '=', slug).executeTakeFirst();

export const findVersion = (
  database: Database,
  { id }: Pick<ArticleRow, 'id'>,
  version: number,
): Promise<Row<'news_versions'> | undefined> =>
  database
    .selectFrom('news_versions')
    .selectAll()
    .where('news_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();

/** Returns the fields of a version. `articles.ts` wrote this JSON, so its shape is not checked. */
export const parseFields = (version: Pick<Row<'news_versions'>, 'fields'>): ArticleFields =>
  parseUnchecked(version.fields);

/** Returns the article as the API returns it. This backend wrote the JSON, so its shape is not checked. */
export const itemOf = ({ item }: Pick<ArticleRow, 'item'>): NewsItem => parseUnchecked(item);

/** Returns the fields of an article that was never edited at the desk. */
export const originalFields = (row: ArticleRow) => fromItem(itemOf(row), row.featured === 1);

/** Returns the fields of the newest version of an article, or of a given one. */
export async function fieldsOf(
  database: Database,
  row: ArticleRow,
  version: number = row.version,
): Promise<ArticleFields> {
  const found = await findVersion(database, row, version);
  return found ? parseFields(found) : originalFields(row);
}

/** Returns articles in a state, or in any state, newest first, and the total number. */
export async function findArticles(
  database: Database,
  { state, now }: { state?: ArticleState | undefined; now: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ArticleRow[]; total: number }> {
  let query = database.selectFrom('news');
  if (state) query = query.where('state', '=', state === 'scheduled' ? 'published' : state);
  if (state === 'scheduled') query = query.where('date', '>', isoOf(now));
  if (state === 'published') query = query.where('date', '<=', isoOf(now));
  const total = await countRows(query);
  const rows = await query.selectAll().orderBy('date', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  return { rows, total };
}

/** Returns the versions of an article, newest first. */
export const findVersions = (database: Database, { id }: Pick<ArticleRow, 'id'>): Promise<Row<'news_versions'>[]> =>
  database.selectFrom('news_versions').selectAll().where('news_id', '=', id).orderBy('version', 'desc').execute();

/** Returns the categories of all articles in alphabetical order. */
export async function findCategories(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('news').select('category').distinct().orderBy('category').execute();
  return rows.map(({ category }) => category).filter((category) => category !== '');
}
