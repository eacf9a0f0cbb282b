import { json, Router, type Request, type Response } from 'express';
import type { NewsRepository } from './news-repository.ts';
import { passRetryAfter, publicBody, textOf } from '#server/backend/answers.ts';
import { checkComment, type PostComment } from '#server/comments/post-comment.ts';
import { jsonOnly } from '#server/http/json-only.ts';

const oneOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The news calls of spec.md, section 7: reads are answered like pages are, with the same fallbacks. */
export function newsRoutes(newsRepository: NewsRepository, postComment: PostComment): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    res.json(await newsRepository.api().news(oneOf(req.query['category'])));
  });
  router.get('/featured', async (_req, res) => {
    res.json(await newsRepository.api().featuredNews());
  });
  router.get('/categories', async (_req, res) => {
    res.json(await newsRepository.api().newsCategories());
  });

  router.get('/:slug', async (req, res) => {
    const api = newsRepository.api();
    const item = await api.newsItem(req.params.slug);
    if (item) res.json(item);
    else res.status(api.missingStatus).json({ error: 'notFound' });
  });

  router.get('/:id/comments', async (req, res) => {
    res.json(await newsRepository.api().comments(req.params.id));
  });

  router.post(
    '/:id/comments',
    jsonOnly,
    json({ limit: '32kb', strict: true }),
    async (req: Request<{ id: string }>, res: Response) => {
      const [errors, comment] = checkComment(req.body);
      if (errors) {
        const error = Object.values(errors).includes('tooLong') ? 'tooLong' : 'fillFields';
        res.status(400).json({ error, errors });
        return;
      }
      const answer = await postComment(req.params.id, comment);
      passRetryAfter(res, answer);
      res
        .status(answer.status)
        .json(answer.status < 400 ? publicBody(answer) : { error: textOf(answer, 'error') ?? 'failed' });
    },
  );

  return router;
}
