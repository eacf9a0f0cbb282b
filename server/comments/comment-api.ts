import { sendAnswer } from '#server/backend/answers.ts';
import { parseSubmission } from '#server/forms/idempotency.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { checkComment, type PostComment } from './post-comment.ts';

/** POST /api/news/:id/comments. */
export function createCommentApi(postComment: PostComment): Handler {
  return async (req, res) => {
    const [errors, comment] = checkComment(req.body);
    if (errors) {
      const error = Object.values(errors).includes('tooLong') ? 'tooLong' : 'fillFields';
      res.status(400).json({ error, errors });
      return;
    }
    sendAnswer(res, await postComment(String(req.params['id']), comment, parseSubmission(req)));
  };
}
