import { json, Router } from 'express';
import type { DatabaseSync } from 'node:sqlite';
import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';

interface Row {
  item: string;
}

const items = (rows: unknown[]) => rows.map((row) => JSON.parse((row as Row).item) as unknown);

/** GET and POST under /api/news (spec.md, section 7). */
export function newsCalls(database: DatabaseSync): Router {
  const router = Router();
  const all = database.prepare('SELECT item FROM news ORDER BY date DESC');
  const byCategory = database.prepare('SELECT item FROM news WHERE category = ? ORDER BY date DESC');
  const leading = database.prepare('SELECT item FROM news WHERE featured = 1 ORDER BY date DESC');
  const counts = database.prepare(
    'SELECT category AS name, count(*) AS count FROM news GROUP BY category ORDER BY count DESC, name',
  );
  const bySlug = database.prepare('SELECT item FROM news WHERE slug = ?');
  const known = database.prepare('SELECT 1 FROM news WHERE id = ?');
  const comments = database.prepare(
    'SELECT CAST(id AS TEXT) AS id, author, content, date FROM comments WHERE news_id = ? ORDER BY comments.id',
  );
  const insert = database.prepare('INSERT INTO comments (news_id, author, content, date) VALUES (?, ?, ?, ?)');

  router.get('/', (req, res) => {
    const { category } = req.query;
    res.json(items(typeof category === 'string' ? byCategory.all(category) : all.all()));
  });
  router.get('/featured', (_req, res) => {
    res.json(items(leading.all()));
  });
  router.get('/categories', (_req, res) => {
    res.json(counts.all());
  });
  router.get('/:slug', (req, res) => {
    const [item] = items(bySlug.all(req.params.slug));
    if (item) res.json(item);
    else res.status(404).json({ error: 'not found' });
  });
  router.get('/:id/comments', (req, res) => {
    res.json(comments.all(req.params.id));
  });
  router.post('/:id/comments', json({ limit: '32kb' }), (req, res) => {
    const [errors, comment] = check(req.body, NewComment);
    if (errors || !known.get(req.params.id)) {
      res.status(errors ? 400 : 404).json({ error: errors ? 'Author and content are required' : 'not found' });
      return;
    }
    const date = new Date().toISOString();
    const { lastInsertRowid } = insert.run(req.params.id, comment.author, comment.content, date);
    res.status(201).json({ id: String(lastInsertRowid), ...comment, date });
  });
  return router;
}
