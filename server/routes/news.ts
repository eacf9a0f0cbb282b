import { json, Router, type Request, type Response } from 'express';
import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import type { Backend } from '../backend-api.ts';
import type { PostComment } from '../forms/comment.ts';
<<<<<<< HEAD
import { passRetryAfter } from '../upstream-failure.ts';
import { jsonOnly } from './json-only.ts';
=======
import { passRetryAfter } from '../answer.ts';
import type { Log } from '../log.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { upstreamFailure } from '../upstream-failure.ts';
>>>>>>> main

const oneOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The news calls of spec.md, section 7: reads are answered like pages are, with the same fallbacks. */
export function newsRoutes(backend: Backend, postComment: PostComment): Router {
  const router = Router();

  router.get('/', async (req, res) => { res.json(await backend.api().news(oneOf(req.query['category']))); });
  router.get('/featured', async (_req, res) => { res.json(await backend.api().featuredNews()); });
  router.get('/categories', async (_req, res) => { res.json(await backend.api().newsCategories()); });

  router.get('/:slug', async (req, res) => {
    const api = backend.api();
    const item = await api.newsItem(req.params.slug);
    if (item) res.json(item);
    else res.status(api.degraded ? 503 : 404).json({ error: 'notFound' });
  });

  router.get('/:id/comments', async (req, res) => { res.json(await backend.api().comments(req.params.id)); });

  router.post('/:id/comments', jsonOnly, json({ limit: '32kb', strict: true }), async (req: Request<{ id: string }>, res: Response) => {
    const [errors, comment] = check(req.body, NewComment);
    if (errors) {
      res.status(400).json({ error: 'fillFields', errors });
      return;
    }
<<<<<<< HEAD
    const answer = await postComment(req.params.id, comment);
=======
    const answer = await postComment(req.params.id, comment).catch((error: unknown): UpstreamAnswer => {
      log.warn({ reason: String(error) }, 'a comment could not be handed to the backend');
      const { status, error: reason } = upstreamFailure(error);
      return { status, body: { error: reason } };
    });
>>>>>>> main
    passRetryAfter(res, answer);
    res.status(answer.status).json(answer.body ?? (answer.status < 400 ? {} : { error: 'failed' }));
  });

  return router;
}
