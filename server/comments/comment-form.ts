import type { Response } from 'express';
import { addressOf } from '#shared/address.ts';
import { commentFailure, heldStatus } from '#shared/comment-limits.ts';
import { confirmations } from '#shared/confirmations.ts';
import { honeypotField } from '#shared/hidden-fields.ts';
import { setRetryAfter } from '#server/backend/answers.ts';
import { pageStatus } from '#server/backend/failures.ts';
import { parseSubmission, retryValues } from '#server/forms/idempotency.ts';
import { fieldOf } from '#server/http/body/fields.ts';
import { retryAfter } from '#server/http/retry-after.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { PageForm } from '#server/forms/page-form.ts';
import type { Pages } from '#server/pages/pages.ts';
import type { ScriptlessPages } from '#server/pages/scriptless-page.ts';
import { checkComment, type PostComment } from './post-comment.ts';
import { printUnpostedComment } from './unposted-comment.ts';

interface Options {
  newsRepository: Pick<NewsRepository, 'api'>;
  pages: Pick<Pages, 'respond'>;
  scriptlessPages: ScriptlessPages;
  postComment: PostComment;
}

/**
 * The comment form of an article without JavaScript. Responds 303 to the page that confirms the comment, 422 with the
 * page and the form, or 503 with the form alone while the article cannot be read.
 */
export function createCommentForm({ newsRepository, pages, scriptlessPages, postComment }: Options): PageForm {
  function sendUnposted(res: Response, comment: Parameters<typeof printUnpostedComment>[1]): void {
    const text = scriptlessPages.texts(res, 'news');
    scriptlessPages.send(res, {
      status: 503,
      title: text('comments.title'),
      body: printUnpostedComment(text, comment),
      sheet: 'news-article',
      headers: { 'Retry-After': retryAfter.backend },
    });
  }

  return {
    page: 'news-article',
    rateLimit: 'comment',
    // More than a comment may have, so that a visitor who has typed too much gets the text back with the page.
    body: { kind: 'form', maxBytes: 64 * 1024 },
    async submit(req, res) {
      const slug = String(req.params['slug']);
      const api = newsRepository.api();
      const item = await api.newsItem(slug);
      const values = { author: fieldOf(req.body, 'author'), content: fieldOf(req.body, 'content') };
      const submission = parseSubmission(req, req.body);
      if (!item) {
        if (api.missingStatus === 404) return pages.respond(req, res);
        return sendUnposted(res, { slug, ...values, retryKey: submission.retryKey });
      }
      const [errors, comment] = checkComment({ ...values, honeypot: fieldOf(req.body, honeypotField) });
      if (errors) {
        const form = { values: { ...values, ...retryValues(submission) }, errors };
        return pages.respond(req, res, { form, status: 422 });
      }
      const { retryKey, ...answer } = await postComment(item.id, comment, submission);
      const { status } = answer;
      if (status >= 400) {
        setRetryAfter(res, answer);
        const form = { values: { ...values, ...retryValues({ retryKey }) }, errors: { form: commentFailure(status) } };
        return pages.respond(req, res, { form, status: pageStatus(status) });
      }
      res.redirect(
        303,
        addressOf(
          '/news/:slug',
          { slug },
          { query: confirmations[status === heldStatus ? 'heldComment' : 'comment'], hash: 'comment-form' },
        ),
      );
    },
  };
}
