import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { isoOf, shownNews } from './article-rows.ts';
import { picturesPath, type PictureCrop } from './picture-address.ts';
import type { PreparedPicture } from './prepare-picture.ts';

/** Stores a picture, or the time of its newest upload if it is stored already. */
export async function storePicture(database: Database, picture: PreparedPicture, now: number): Promise<void> {
  const created = isoOf(now);
  await database
    .insertInto('news_pictures')
    .values({ ...picture, created })
    // With the time of an earlier upload, the picture could be deleted as unused before the article is saved.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created }))
    .execute();
}

export async function hasStoredPicture(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('news_pictures').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function findPictureIds(database: Database): Promise<Set<string>> {
  const rows = await database.selectFrom('news_pictures').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether visitors may see a picture, because a visible article names it. */
export async function isShownPicture(database: Database, id: string, now: number): Promise<boolean> {
  const row = await shownNews(database, now)
    .select('id')
    .where('item', 'like', `%${picturesPath}/${id}-%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the bytes of a picture as WebP, or null if there is none. */
export async function findPicture(
  database: Database,
  id: string,
  crop: PictureCrop | 'master',
): Promise<Uint8Array | null> {
  const row = await database.selectFrom('news_pictures').select(crop).where('id', '=', id).executeTakeFirst();
  return row?.[crop] ?? null;
}

/** A picture is named by its id as the article's own, or by its address within a text. */
const idsIn = ({ fields }: { fields: string }) => fields.match(/[\da-f]{32}/g) ?? [];

/** Returns the ids of pictures from before a time that no version of an article names. Reads all versions. */
async function findUnusedPictures(database: Database, before: string): Promise<Set<string>> {
  const old = await database.selectFrom('news_pictures').select('id').where('created', '<', before).execute();
  const unused = new Set(old.map(({ id }) => id));
  if (unused.size === 0) return unused;
  // The versions are read for one article at a time, because all of them together may not fit into memory.
  const articles = await database.selectFrom('news_versions').select('news_id').distinct().execute();
  for (const { news_id } of articles) {
    const versions = await database
      .selectFrom('news_versions')
      .select('fields')
      .where('news_id', '=', news_id)
      .execute();
    for (const id of versions.flatMap(idsIn)) unused.delete(id);
  }
  return unused;
}

/** Longer than reading all versions takes, in milliseconds. */
const recentMs = 3_600_000;

/**
 * Deletes pictures from before a time that no version of an article names. Returns their number. Other writes do not
 * wait while all versions are read; the transaction that deletes reads only those that were saved meanwhile.
 */
export async function deleteUnusedPictures(storage: Storage, before: string, now: number): Promise<number> {
  const unused = await storage.read((database) => findUnusedPictures(database, before));
  if (unused.size === 0) return 0;
  return storage.write(async (database) => {
    const recent = database
      .selectFrom('news_versions')
      .select('fields')
      .where('at', '>=', isoOf(now - recentMs));
    const named = new Set((await recent.execute()).flatMap(idsIn));
    let count = 0;
    for (const id of unused) {
      if (named.has(id)) continue;
      // A picture that was uploaded again meanwhile has a newer time and is not deleted.
      const deletion = database.deleteFrom('news_pictures').where('id', '=', id).where('created', '<', before);
      count += Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows);
    }
    return count;
  });
}
