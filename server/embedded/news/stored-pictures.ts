import type { Database } from '../storage/tables.ts';
import { isoOf } from './article-rows.ts';
import { picturesPath, type PictureCut } from './picture-address.ts';
import type { PreparedPicture } from './pictures.ts';

/** Stores a picture; one that is there already stays. */
export async function storePicture(database: Database, picture: PreparedPicture, now: number): Promise<void> {
  await database
    .insertInto('news_pictures')
    .values({ ...picture, created: isoOf(now) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function hasStoredPicture(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('news_pictures').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether visitors may see a picture: an article that is shown names it. */
export async function isShownPicture(database: Database, id: string, now: number): Promise<boolean> {
  const row = await database
    .selectFrom('news')
    .select('id')
    .where('state', '=', 'published')
    .where('date', '<=', isoOf(now))
    .where('item', 'like', `%${picturesPath}/${id}-%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The bytes of a picture, as WebP; null where there is none. */
export async function findPicture(
  database: Database,
  id: string,
  cut: PictureCut | 'master',
): Promise<Uint8Array | null> {
  const row = await database.selectFrom('news_pictures').select(cut).where('id', '=', id).executeTakeFirst();
  return row?.[cut] ?? null;
}

/** Deletes the pictures from before a moment that no version of an article has. */
export async function deleteUnusedPictures(database: Database, before: string): Promise<number> {
  const old = await database.selectFrom('news_pictures').select('id').where('created', '<', before).execute();
  if (old.length === 0) return 0;
  const unused = new Set(old.map(({ id }) => id));
  // One article at a time: the texts of all versions together may not fit into memory.
  const articles = await database.selectFrom('news_versions').select('news_id').distinct().execute();
  for (const { news_id } of articles) {
    const versions = await database
      .selectFrom('news_versions')
      .select('fields')
      .where('news_id', '=', news_id)
      .execute();
    // A picture is the article's own, or in a text, by its address.
    for (const { fields } of versions) for (const id of fields.match(/[\da-f]{32}/g) ?? []) unused.delete(id);
  }
  for (const id of unused) await database.deleteFrom('news_pictures').where('id', '=', id).execute();
  return unused.size;
}
