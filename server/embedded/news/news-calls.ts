import { Router, type RequestHandler } from 'express';
import type { NewsItem } from '#shared/contracts/news.ts';
import { maxFeatured, type ListPart } from '#shared/list-parts.ts';
import { toSummary } from '#shared/news-summary.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { itemOf, shownNews } from './article-rows.ts';
import { readList, wantsBrief } from './news-parts.ts';

/** Selects the articles that visitors see: those of a category, or all if `category` is no string. */
const inCategory = (database: Database, category: unknown, now: number) =>
  shownNews(database, now).$if(typeof category === 'string', (query) => query.where('category', '=', String(category)));

/** Articles with the same date have a fixed order, so that none appears on two pages. */
const newestItems = (database: Database, category: unknown, now: number) =>
  inCategory(database, category, now).select('item').orderBy('date', 'desc').orderBy('id');

/** Parses the articles of rows, in the same order. */
const toItems = (rows: { item: string }[]) => rows.map(itemOf);

async function findNews(
  database: Database,
  category: unknown,
  part: ListPart | null,
  now: number,
): Promise<NewsItem[]> {
  const newest = newestItems(database, category, now);
  return toItems(await (part ? newest.offset(part.from).limit(part.count) : newest).execute());
}

/** Responds with the list of news, or with the requested part of it. */
function createListNews(storage: Storage, now: () => number): RequestHandler {
  return async ({ query: { category }, headers }, res) => {
    const items = await readList(storage, headers, res, {
      count: (database) => countRows(inCategory(database, category, now())),
      find: (database, part) => findNews(database, category, part, now()),
    });
    res.json(wantsBrief(headers) ? items.map(toSummary) : items);
  };
}

/** Editors may never unmark an article, and the site reads no answer above a maximum length. */
const findFeatured = async (database: Database, now: number) =>
  toItems(await newestItems(database, undefined, now).where('featured', '=', 1).limit(maxFeatured).execute());

const countCategories = (database: Database, now: number) =>
  shownNews(database, now)
    .select(({ fn }) => ['category as name', fn.countAll<number>().as('count')])
    .groupBy('category')
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute();

async function findItem(database: Database, slug: string, now: number): Promise<NewsItem | undefined> {
  const row = await shownNews(database, now).select('item').where('slug', '=', slug).executeTakeFirst();
  return row && itemOf(row);
}

/**
 * Returns a text that differs after each change of what visitors see, by an editor or by the date of a scheduled
 * article. Comments that visitors post do not change it.
 */
async function findLastChange(database: Database, now: number): Promise<string> {
  const { changed } = await database
    .selectFrom('news')
    .select(({ fn }) => fn.max('changed').as('changed'))
    .executeTakeFirstOrThrow();
  // If an article was withdrawn and deleted between two polls, its row with the last change is gone. The number of
  // articles that visitors see is then another one.
  const shown = await shownNews(database, now)
    .select(({ fn }) => [fn.max('date').as('date'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow();
  return `${changed ?? 0} ${shown.count} ${shown.date ?? ''}`;
}

/** GET under /api/news; server/backend/README.md describes the calls. */
export function newsCalls(storage: Storage, now: () => number = Date.now): Router {
  const router = Router();

  router.get('/', createListNews(storage, now));
  router.get('/featured', async (_req, res) => {
    res.json(await storage.read((database) => findFeatured(database, now())));
  });
  router.get('/categories', async (_req, res) => {
    res.json(await storage.read((database) => countCategories(database, now())));
  });
  router.get('/:slug', async (req, res) => {
    const item = await storage.read((database) => findItem(database, req.params.slug, now()));
    if (item) res.json(item);
    else res.status(404).json({ error: 'not found' });
  });
  return router;
}

/**
 * GET /api/news-changes returns a value that differs after each change. The copies of the site poll it to invalidate
 * their caches.
 */
export function newsChangeCalls(storage: Storage, now: () => number = Date.now): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ last: await storage.read((database) => findLastChange(database, now())) });
  });
  return router;
}
