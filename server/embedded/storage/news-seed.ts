import type { NewsItem } from '#shared/contracts/news.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import type { Database } from './tables.ts';
import moreNews from './seed-news.json' with { type: 'json' };

/** These articles are featured on the news page, above a list that begins with the three newest ones. */
const featured = new Set(['a-model-that-shows-its-sources', 'moving-a-live-database', 'reading-a-merge-conflict']);

/** The articles that come with the site. */
export const seedItems: NewsItem[] = [...builtInNews, ...moreNews];

/**
 * Inserts the articles that come with the site into an empty table, in the caller's transaction. It is called only for
 * a new database, so a deleted article is not inserted again.
 */
export async function seedNews(database: Database): Promise<void> {
  const anyArticle = await database.selectFrom('news').select('id').limit(1).executeTakeFirst();
  if (anyArticle) return;
  for (const item of seedItems) {
    const { id, slug, category, date } = item;
    await database
      .insertInto('news')
      .values({ id, slug, category, date, featured: featured.has(slug) ? 1 : 0, item: JSON.stringify(item) })
      .execute();
  }
}
