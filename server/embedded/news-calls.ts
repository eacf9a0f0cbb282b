import { json, Router, type Request } from 'express';
import { check } from '#shared/contracts/check.ts';
import { CommentCall } from '#shared/contracts/news.ts';
import type { CommentMode } from '#server/config-values.ts';
import type { Answer, WriteOnce } from './idempotency.ts';
import { addCall } from './outbox/outbox.ts';
import type { Storage } from './storage/storage.ts';
import type { Database } from './storage/tables.ts';
import { findSuspicion } from './suspicion.ts';

const newestItems = (database: Database) => database.selectFrom('news').select('item').orderBy('date', 'desc');

/** The articles of `rows`, in their order. */
const toItems = (rows: { item: string }[]) => rows.map(({ item }) => JSON.parse(item) as unknown);

async function findNews(database: Database, category: unknown): Promise<unknown[]> {
  const newest = newestItems(database);
  return toItems(await (typeof category === 'string' ? newest.where('category', '=', category) : newest).execute());
}

const findFeatured = async (database: Database) =>
  toItems(await newestItems(database).where('featured', '=', 1).execute());

const countCategories = (database: Database) =>
  database
    .selectFrom('news')
    .select(({ fn }) => ['category as name', fn.countAll<number>().as('count')])
    .groupBy('category')
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute();

async function findItem(database: Database, slug: string): Promise<unknown> {
  const row = await database.selectFrom('news').select('item').where('slug', '=', slug).executeTakeFirst();
  return row && (JSON.parse(row.item) as unknown);
}

async function findComments(database: Database, newsId: string) {
  const rows = await database
    .selectFrom('comments')
    .select(['id', 'author', 'content', 'date'])
    .where('news_id', '=', newsId)
    .where('state', '=', 'shown')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

interface Comments {
  mode: CommentMode;
  /** Whether somebody is called for each comment that waits. */
  isCalled: boolean;
}

async function addComment(
  database: Database,
  newsId: string,
  call: CommentCall,
  { mode, isCalled }: Comments,
): Promise<Answer> {
  const article = await database.selectFrom('news').select('id').where('id', '=', newsId).executeTakeFirst();
  if (!article) return { status: 404, body: { error: 'not found' } };
  const now = Date.now();
  const { author, content } = call;
  const date = new Date(now).toISOString();
  const suspicion = await findSuspicion(database, call, now);
  const state = suspicion !== null || mode === 'held' ? 'held' : 'shown';
  const { id } = await database
    .insertInto('comments')
    .values({ news_id: newsId, author, content, date, state, suspicion })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'held' && isCalled)
    await addCall(database, `comment:${id}:call`, { type: 'comment.held', timestamp: date, data: { id, suspicion } });
  return { status: state === 'held' ? 202 : 201, body: { id: String(id), author, content, date } };
}

/** GET and POST under /api/news; server/backend/README.md describes the calls. */
export function newsCalls(storage: Storage, writeOnce: WriteOnce, comments: Comments): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    res.json(await storage.read((database) => findNews(database, req.query['category'])));
  });
  router.get('/featured', async (_req, res) => {
    res.json(await storage.read(findFeatured));
  });
  router.get('/categories', async (_req, res) => {
    res.json(await storage.read(countCategories));
  });
  router.get('/:slug', async (req, res) => {
    const item = await storage.read((database) => findItem(database, req.params.slug));
    if (item) res.json(item);
    else res.status(404).json({ error: 'not found' });
  });
  router.get('/:id/comments', async (req, res) => {
    res.json(await storage.read((database) => findComments(database, req.params.id)));
  });
  router.post('/:id/comments', json({ limit: '32kb' }), async (req: Request<{ id: string }>, res) => {
    if (comments.mode === 'off') {
      res.status(403).json({ error: 'Comments are closed' });
      return;
    }
    const [errors, comment] = check(req.body, CommentCall);
    if (errors) {
      res.status(400).json({ error: 'Author and content are required' });
      return;
    }
    const { author, content } = comment;
    const { status, body } = await writeOnce(req, [author, content], (database) =>
      addComment(database, req.params.id, comment, comments),
    );
    res.status(status).json(body);
  });
  return router;
}
