import { retention, startOfPeriod, type Period } from '#shared/retention.ts';
import type { Database } from '../storage/tables.ts';
import { deleteUnusedPictures } from './stored-pictures.ts';

/** Texts of the company itself, in which visitors have no part: the privacy policy does not name them. */
const drafts: Period = { count: 1, unit: 'year' };
/** Pictures that were uploaded with a form that was never saved. */
const unusedPictures: Period = { count: 1, unit: 'day' };

/** Deletes drafts that nobody edits any more, in the caller's transaction; answers how many. */
async function deleteOldDrafts(database: Database, before: string): Promise<number> {
  const rows = await database
    .selectFrom('news')
    .select('id')
    .where('state', '=', 'draft')
    .where('edited', '<', before)
    .execute();
  for (const { id } of rows) {
    await database.deleteFrom('news_versions').where('news_id', '=', id).execute();
    await database.deleteFrom('news').where('id', '=', id).execute();
  }
  return rows.length;
}

/** A comment is kept for as long as its article is shown, and then for as long as one that is hidden. */
async function deleteWithdrawnComments(database: Database, before: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('comments')
    .where('news_id', 'in', (query) =>
      query
        .selectFrom('news')
        .select('news.id')
        .where('news.state', '<>', 'published')
        .where('news.changed', '<', before),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes what has lived long enough of the news, and forgets who has saved old versions. */
export async function deleteExpiredNews(database: Database, now: number): Promise<Record<string, number>> {
  const before = (period: Period) => startOfPeriod(period, new Date(now)).toISOString();
  const deletedDrafts = await deleteOldDrafts(database, before(drafts));
  const comments = await deleteWithdrawnComments(database, Date.parse(before(retention.hiddenComments)));
  // As long as the log of acts.
  await database
    .updateTable('news_versions')
    .set({ who: '' })
    .where('at', '<', before(retention.acts))
    .where('who', '<>', '')
    .execute();
  const pictures = await deleteUnusedPictures(database, before(unusedPictures));
  return { drafts: deletedDrafts, withdrawnComments: comments, pictures };
}
