import { retention, startOfPeriod, type Period } from '#shared/retention.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { deleteUnusedPictures } from './stored-pictures.ts';

/**
 * Drafts are texts of the company without data of visitors, so the privacy policy and shared/retention.ts do not name
 * them.
 */
const drafts: Period = { count: 1, unit: 'year' };
/** A picture is unused if the form with which it was uploaded was never saved. */
const unusedPictures: Period = { count: 1, unit: 'day' };

/** Deletes drafts that were not edited for a long time, in the caller's transaction. Returns their number. */
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

/** Comments of an unpublished article are deleted after the same period as hidden comments. */
async function deleteUnpublishedComments(database: Database, before: number): Promise<number> {
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

/** Deletes expired drafts and comments, and removes the authors of old versions, in the caller's transaction. */
export async function deleteExpiredNews(database: Database, now: number): Promise<Record<string, number>> {
  const before = (period: Period) => startOfPeriod(period, new Date(now)).toISOString();
  const deletedDrafts = await deleteOldDrafts(database, before(drafts));
  const comments = await deleteUnpublishedComments(database, Date.parse(before(retention.hiddenComments)));
  // The author of a version is stored for as long as entries of the audit log.
  await database
    .updateTable('news_versions')
    .set({ who: '' })
    .where('at', '<', before(retention.auditLog))
    .where('who', '<>', '')
    .execute();
  return { drafts: deletedDrafts, unpublishedComments: comments };
}

/** Deletes expired pictures. Returns their number. */
export const deleteExpiredPictures = (storage: Storage, now: number): Promise<number> =>
  deleteUnusedPictures(storage, startOfPeriod(unusedPictures, new Date(now)).toISOString(), now);
