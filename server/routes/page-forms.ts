import { Router, urlencoded, type Request, type Response } from 'express';
import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import type { Backend } from '../backend-api.ts';
import type { PostComment } from '../forms/comment.ts';
import type { Pages } from '../pages.ts';
import { pageStatus } from '../upstream-failure.ts';

interface Tools {
  backend: Backend;
  pages: Pages;
  postComment: PostComment;
}

const field = (body: unknown, name: string): string => {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** What forms post to their own page without JavaScript: 303 to a page that says so, or the page again with 422. */
export function pageForms({ backend, pages, postComment }: Tools): Router {
  const router = Router();
  const form = urlencoded({ extended: false, limit: '32kb', parameterLimit: 20 });

  router.post('/news/:slug', form, async (req: Request<{ slug: string }>, res: Response) => {
    const item = await backend.api().newsItem(req.params.slug);
    if (!item) {
      await pages.answer(req, res);
      return;
    }
    const values = { author: field(req.body, 'author'), content: field(req.body, 'content') };
    const [errors, comment] = check(values, NewComment);
    if (errors) {
      await pages.answer(req, res, { form: { values, errors }, status: 422 });
      return;
    }
    const { status } = await postComment(item.id, comment);
    if (status >= 400) {
      await pages.answer(req, res, { form: { values, errors: { form: 'submitFailed' } }, status: pageStatus(status) });
      return;
    }
    res.redirect(303, `/news/${encodeURIComponent(item.slug)}?sent=comment#comment-form`);
  });

  return router;
}
