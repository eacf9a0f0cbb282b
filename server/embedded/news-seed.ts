import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sampleNews } from '#shared/sample-news.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import moreNews from './seed-news.json' with { type: 'json' };

/** The articles that lead the news page. */
const featured = new Set(['what-this-site-weighs', 'what-round-the-clock-costs', 'sorting-a-hundred-thousand-letters']);

interface NewsRow {
  id: string;
  slug: string;
  category: string;
  date: string;
  featured: number;
  item: string;
}

/** The news that come with the site. */
export const seedItems: NewsItem[] = [...sampleNews, ...(moreNews as NewsItem[])];

function toRow(item: NewsItem): NewsRow {
  const { id, slug, category, date } = item;
  return { id, slug, category, date, featured: featured.has(slug) ? 1 : 0, item: JSON.stringify(item) };
}

function hashOf({ slug, category, date, featured, item }: NewsRow): string {
  return createHash('sha256')
    .update(JSON.stringify([slug, category, date, featured, item]))
    .digest('base64url');
}

/**
 * Brings the site's own news into the database, in the caller's transaction. An article that nobody has edited follows
 * its seed: it is updated with it, and deleted with it. What an editor has written, edited or deleted stays as it is.
 */
export function seedNews(database: DatabaseSync, items: NewsItem[] = seedItems): void {
  const findRow = database.prepare('SELECT id, slug, category, date, featured, item FROM news WHERE id = ?');
  const write = database.prepare(
    'INSERT OR REPLACE INTO news (id, slug, category, date, featured, item) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const isSlugTaken = database.prepare('SELECT 1 FROM news WHERE slug = ? AND id <> ?');
  const remove = database.prepare('DELETE FROM news WHERE id = ?');
  const remember = database.prepare('INSERT OR REPLACE INTO seeded_news (id, hash) VALUES (?, ?)');
  const dismiss = database.prepare('DELETE FROM seeded_news WHERE id = ?');
  const rows = database.prepare('SELECT id, hash FROM seeded_news').all() as { id: string; hash: string | null }[];
  const seeded = new Map(rows.map(({ id, hash }) => [id, hash]));
  const isEdited = (row: NewsRow) => {
    const hash = seeded.get(row.id);
    return hash === undefined || (hash !== null && hash !== hashOf(row));
  };

  const wanted = new Set(items.map(({ id }) => id));
  for (const id of seeded.keys()) {
    if (wanted.has(id)) continue;
    const row = findRow.get(id) as NewsRow | undefined;
    if (row && !isEdited(row)) remove.run(id);
    dismiss.run(id);
  }
  for (const item of items) {
    const row = toRow(item);
    const { id, slug, category, date, featured } = row;
    const present = findRow.get(id) as NewsRow | undefined;
    if (present ? isEdited(present) : seeded.has(id)) continue;
    // An editor's own article may have the slug: it goes before the seed.
    if (isSlugTaken.get(slug, id)) continue;
    if (!present || hashOf(present) !== hashOf(row)) write.run(id, slug, category, date, featured, row.item);
    remember.run(id, hashOf(row));
  }
}
