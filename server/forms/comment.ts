import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import { plainLineEnds } from '#shared/plain-text.ts';
import type { Backend } from '../backend/api.ts';
import { requireJsonAnswer } from '../backend/posts.ts';
import { toFailedAnswer } from '../backend/upstream-failure.ts';
import type { UpstreamAnswer } from '../backend/upstream.ts';
import type { Log } from '../observability/log.ts';
import { createIdempotency } from './idempotent.ts';

export type PostComment = (newsId: string, comment: NewComment) => Promise<UpstreamAnswer>;

/** Checks a comment as it came; its line ends must not make it longer than its writer sees. */
export function checkComment(body: unknown): ReturnType<typeof check<NewComment>> {
  const content = (body as { content?: unknown } | null | undefined)?.content;
  return check(
    typeof content === 'string' ? { ...(body as object), content: plainLineEnds(content) } : body,
    NewComment,
  );
}

/** What posting a comment does, called by /api and by the form without JavaScript. */
export function createPostComment(backend: Backend, log: Log, onPosted: (newsId: string) => void): PostComment {
  const once = createIdempotency<UpstreamAnswer>(({ status }) => status >= 400);
  return (newsId, { author, content }) => {
    const comment = { author: author.trim(), content: content.trim() };
    return once([newsId, comment], async (idempotencyKey) => {
      const answer = requireJsonAnswer(
        await backend.upstream.send(`/api/news/${encodeURIComponent(newsId)}/comments`, comment, { idempotencyKey }),
      );
      if (answer.status < 400) {
        backend.expireComments(newsId);
        onPosted(newsId);
      }
      return answer;
    }).catch(toFailedAnswer(log, 'a comment'));
  };
}
