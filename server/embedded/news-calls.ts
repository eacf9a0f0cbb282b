import type { DatabaseSync } from 'node:sqlite';
import { json, Router, type Request } from 'express';
import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import type { Answer, WriteOnce } from './idempotency.ts';
import type { Storage } from './storage.ts';

/** The articles of `rows`, in their order. */
const toItems = (rows: unknown[]) => rows.map((row) => JSON.parse((row as { item: string }).item) as unknown);

function findNews(database: DatabaseSync, category: unknown): unknown[] {
  return typeof category === 'string'
    ? toItems(database.prepare('SELECT item FROM news WHERE category = ? ORDER BY date DESC').all(category))
    : toItems(database.prepare('SELECT item FROM news ORDER BY date DESC').all());
}

const findFeatured = (database: DatabaseSync) =>
  toItems(database.prepare('SELECT item FROM news WHERE featured = 1 ORDER BY date DESC').all());

const countCategories = (database: DatabaseSync) =>
  database
    .prepare('SELECT category AS name, count(*) AS count FROM news GROUP BY category ORDER BY count DESC, name')
    .all();

const findItem = (database: DatabaseSync, slug: string) =>
  toItems(database.prepare('SELECT item FROM news WHERE slug = ?').all(slug))[0];

const findComments = (database: DatabaseSync, newsId: string) =>
  database
    .prepare(
      'SELECT CAST(id AS TEXT) AS id, author, content, date FROM comments WHERE news_id = ? ORDER BY comments.id',
    )
    .all(newsId);

function addComment(database: DatabaseSync, newsId: string, { author, content }: NewComment): Answer {
  if (!database.prepare('SELECT 1 FROM news WHERE id = ?').get(newsId))
    return { status: 404, body: { error: 'not found' } };
  const date = new Date().toISOString();
  const { lastInsertRowid } = database
    .prepare('INSERT INTO comments (news_id, author, content, date) VALUES (?, ?, ?, ?)')
    .run(newsId, author, content, date);
  return { status: 201, body: { id: String(lastInsertRowid), author, content, date } };
}

/** GET and POST under /api/news; server/backend/README.md describes the calls. */
export function newsCalls(storage: Storage, writeOnce: WriteOnce): Router {
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
    const [errors, comment] = check(req.body, NewComment);
    if (errors) {
      res.status(400).json({ error: 'Author and content are required' });
      return;
    }
    const { author, content } = comment;
    const { status, body } = await writeOnce(req, [author, content], (database) =>
      addComment(database, req.params.id, comment),
    );
    res.status(status).json(body);
  });
  return router;
}
