import { json, Router, type Request, type RequestHandler } from 'express';
import { closedStatus, heldStatus } from '#shared/comment-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { CommentCall, type NewComment, type NewsItem } from '#shared/contracts/news.ts';
import type { ListPart } from '#shared/list-parts.ts';
import { toSummary } from '#shared/news-summary.ts';
import type { CommentMode } from '#server/config/values.ts';
import type { Answer, IdempotentWrite } from '../idempotency.ts';
import { addWebhook } from '../outbox/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { findSuspicion, inspectComment, type Inspection } from '../suspicion.ts';
import { isoOf, itemOf } from './article-rows.ts';
import { readList, wantsBrief } from './news-parts.ts';

/** Selects the articles that visitors see: published ones whose date has passed. */
const shownNews = (database: Database, now: number) =>
  database.selectFrom('news').where('state', '=', 'published').where('date', '<=', isoOf(now));

/** Articles with the same date have a fixed order, so that none appears on two pages. */
const newestItems = (database: Database, now: number) =>
  shownNews(database, now).select('item').orderBy('date', 'desc').orderBy('id');

/** Parses the articles of rows, in the same order. */
const toItems = (rows: { item: string }[]) => rows.map(itemOf);

async function findNews(
  database: Database,
  category: unknown,
  part: ListPart | null,
  now: number,
): Promise<NewsItem[]> {
  const newest = newestItems(database, now).$if(typeof category === 'string', (query) =>
    query.where('category', '=', String(category)),
  );
  return toItems(await (part ? newest.offset(part.from).limit(part.count) : newest).execute());
}

async function countNews(database: Database, category: unknown, now: number): Promise<number> {
  const { count } = await shownNews(database, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(typeof category === 'string', (query) => query.where('category', '=', String(category)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Responds with the list of news, or with the requested part of it. */
function createListNews(storage: Storage, now: () => number): RequestHandler {
  return async ({ query: { category }, headers }, res) => {
    const items = await readList(storage, headers, res, {
      count: (database) => countNews(database, category, now()),
      find: (database, part) => findNews(database, category, part, now()),
    });
    res.json(wantsBrief(headers) ? items.map(toSummary) : items);
  };
}

const findFeatured = async (database: Database, now: number) =>
  toItems(await newestItems(database, now).where('featured', '=', 1).execute());

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
  const newest = await shownNews(database, now)
    .select(({ fn }) => fn.max('date').as('date'))
    .executeTakeFirstOrThrow();
  return `${changed ?? 0} ${newest.date ?? ''}`;
}

/** Selects the comments that visitors see: the shown ones on a shown article. */
const shownComments = (database: Database, newsId: string, now: number) =>
  database
    .selectFrom('comments')
    .where('news_id', '=', newsId)
    .where('state', '=', 'shown')
    .where(({ exists }) => exists(shownNews(database, now).select('id').where('id', '=', newsId)));

async function findComments(database: Database, newsId: string, part: ListPart | null, now: number) {
  const oldest = shownComments(database, newsId, now).select(['id', 'author', 'content', 'date']).orderBy('id');
  const rows = await (part ? oldest.offset(part.from).limit(part.count) : oldest).execute();
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

async function countComments(database: Database, newsId: string, now: number): Promise<number> {
  const { count } = await shownComments(database, newsId, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Comments {
  mode: CommentMode;
  /** Whether NOTIFY_URL receives a call for each held comment. */
  hasWebhook: boolean;
}

async function addComment(
  database: Database,
  newsId: string,
  { author, content, ...inspection }: NewComment & Inspection,
  { mode, hasWebhook }: Comments,
  now: number,
): Promise<Answer> {
  const article = await shownNews(database, now).select('id').where('id', '=', newsId).executeTakeFirst();
  if (!article) return { status: 404, body: { error: 'not found' } };
  const date = new Date(now).toISOString();
  const suspicion = await findSuspicion(database, inspection, now);
  const state = suspicion !== null || mode === 'held' ? 'held' : 'shown';
  const { id } = await database
    .insertInto('comments')
    .values({ news_id: newsId, author, content, date, state, suspicion, content_hash: inspection.contentHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'held' && hasWebhook)
    await addWebhook(database, `comment:${id}:call`, {
      type: 'comment.held',
      timestamp: date,
      data: { id, suspicion },
    });
  return { status: state === 'held' ? heldStatus : 201, body: { id: String(id), author, content, date } };
}

/** GET and POST under /api/news; server/backend/README.md describes the calls. */
export function newsCalls(
  storage: Storage,
  writeIdempotently: IdempotentWrite,
  comments: Comments,
  now: () => number = Date.now,
): Router {
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
  router.get('/:id/comments', async ({ params: { id }, headers }, res) => {
    res.json(
      await readList(storage, headers, res, {
        count: (database) => countComments(database, id, now()),
        find: (database, part) => findComments(database, id, part, now()),
      }),
    );
  });
  router.post('/:id/comments', json({ limit: '32kb' }), async (req: Request<{ id: string }>, res) => {
    if (comments.mode === 'off') {
      res.status(closedStatus).json({ error: 'Comments are closed' });
      return;
    }
    const [errors, comment] = check(req.body, CommentCall);
    if (errors) {
      res.status(400).json({ error: 'Author and content are required' });
      return;
    }
    const { author, content } = comment;
    const inspected = { author, content, ...inspectComment(comment) };
    const { status, body } = await writeIdempotently(req, [author, content], (database) =>
      addComment(database, req.params.id, inspected, comments, now()),
    );
    res.status(status).json(body);
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
