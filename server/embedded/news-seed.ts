import { createHash } from 'node:crypto';
import { sampleNews } from '#shared/sample-news.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import type { Database, Row } from './storage/tables.ts';
import moreNews from './seed-news.json' with { type: 'json' };

/** The articles that lead the news page. */
const featured = new Set(['what-this-site-weighs', 'what-round-the-clock-costs', 'sorting-a-hundred-thousand-letters']);

/** The news that come with the site. */
export const seedItems: NewsItem[] = [...sampleNews, ...(moreNews as NewsItem[])];

function toRow(item: NewsItem): Row<'news'> {
  const { id, slug, category, date } = item;
  return { id, slug, category, date, featured: featured.has(slug) ? 1 : 0, item: JSON.stringify(item) };
}

function hashOf({ slug, category, date, featured, item }: Row<'news'>): string {
  return createHash('sha256')
    .update(JSON.stringify([slug, category, date, featured, item]))
    .digest('base64url');
}

/**
 * Brings the site's own news into the database, in the caller's transaction. An article that nobody has edited follows
 * its seed: it is updated with it, and deleted with it. What an editor has written, edited or deleted stays as it is.
 */
export async function seedNews(database: Database, items: NewsItem[] = seedItems): Promise<void> {
  const memory = await database.selectFrom('seeded_news').select(['id', 'hash']).execute();
  const seeded = new Map(memory.map(({ id, hash }) => [id, hash]));
  const ids = [...new Set([...seeded.keys(), ...items.map(({ id }) => id)])];
  const rows = await database.selectFrom('news').selectAll().where('id', 'in', ids).execute();
  const present = new Map(rows.map((row) => [row.id, row]));
  const isEdited = (row: Row<'news'>) => {
    const hash = seeded.get(row.id);
    return hash === undefined || (hash !== null && hash !== hashOf(row));
  };

  const wanted = new Set(items.map(({ id }) => id));
  for (const id of seeded.keys()) {
    if (wanted.has(id)) continue;
    const row = present.get(id);
    if (row && !isEdited(row)) await database.deleteFrom('news').where('id', '=', id).execute();
    await database.deleteFrom('seeded_news').where('id', '=', id).execute();
  }
  for (const row of items.map(toRow)) {
    const before = present.get(row.id);
    if (before ? isEdited(before) : seeded.has(row.id)) continue;
    const hash = hashOf(row);
    const isSame = before !== undefined && hashOf(before) === hash;
    if (!isSame && !(await writeSeed(database, row))) continue;
    if (seeded.get(row.id) !== hash) await rememberSeed(database, row.id, hash);
  }
}

/** Answers whether the seed was written; it is not if an article of an editor has the same slug. */
async function writeSeed(database: Database, row: Row<'news'>): Promise<boolean> {
  const taken = await database
    .selectFrom('news')
    .select('id')
    .where('slug', '=', row.slug)
    .where('id', '<>', row.id)
    .executeTakeFirst();
  if (taken) return false;
  await database
    .insertInto('news')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  return true;
}

async function rememberSeed(database: Database, id: string, hash: string): Promise<void> {
  await database
    .insertInto('seeded_news')
    .values({ id, hash })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash }))
    .execute();
}
