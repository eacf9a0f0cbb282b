import type { NewsItem } from '#shared/contracts/news.ts';
import { sampleNews } from '#shared/sample-news.ts';
import type { Database } from '../storage/tables.ts';
import moreNews from './seed-news.json' with { type: 'json' };

/** The articles that lead the news page. */
const featured = new Set(['what-this-site-weighs', 'what-round-the-clock-costs', 'sorting-a-hundred-thousand-letters']);

/** The news that come with the site. */
export const seedItems: NewsItem[] = [...sampleNews, ...(moreNews as NewsItem[])];

/**
 * Writes the news that come with the site where there are none, in the caller's transaction. It is called for a new
 * database alone, so what an editor deletes stays deleted.
 */
export async function seedNews(database: Database): Promise<void> {
  const known = await database.selectFrom('news').select('id').limit(1).executeTakeFirst();
  if (known) return;
  for (const item of seedItems) {
    const { id, slug, category, date } = item;
    await database
      .insertInto('news')
      .values({ id, slug, category, date, featured: featured.has(slug) ? 1 : 0, item: JSON.stringify(item) })
      .execute();
  }
}
