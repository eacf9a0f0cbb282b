import { Router, urlencoded, type Request, type Response } from 'express';
import type { NewsRepository } from '#server/news/news-repository.ts';
import { pageStatus } from '#server/backend/failures.ts';
import { readFields } from '#server/http/body/multipart.ts';
import { checkComment, type PostComment } from './post-comment.ts';
import { contactFormLimits } from '#server/contact/contact-fields.ts';
import type { Pages } from '#server/pages/pages.ts';

interface Tools {
  newsRepository: NewsRepository;
  pages: Pages;
  postComment: PostComment;
}

/** As much as the edge lets in: whoever has typed too much gets it back with the page, not an error without it. */
const pageForm = urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 });

const field = (body: unknown, name: string): string => {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** What was typed into a form that is not let through; nothing where it cannot be read. */
export async function readTyped(req: Request, res: Response): Promise<Record<string, string>> {
  if (req.is('multipart/form-data')) return readFields(req, contactFormLimits);
  await new Promise<void>((resolve) => {
    pageForm(req, res, () => resolve());
  });
  const typed = Object.entries((req.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(typed.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** What forms post to their own page without JavaScript: 303 to a page that says so, or the page again with 422. */
export function pageForms({ newsRepository, pages, postComment }: Tools): Router {
  const router = Router();

  router.post('/news/:slug', pageForm, async (req: Request<{ slug: string }>, res: Response) => {
    const item = await newsRepository.api().newsItem(req.params.slug);
    if (!item) {
      await pages.answer(req, res);
      return;
    }
    const values = { author: field(req.body, 'author'), content: field(req.body, 'content') };
    const [errors, comment] = checkComment(values);
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
