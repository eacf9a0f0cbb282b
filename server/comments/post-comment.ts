import { check } from '#shared/contracts/check.ts';
import { NewComment } from '#shared/contracts/news.ts';
import { normaliseLineEnds } from '#shared/plain-text.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import { requireJsonAnswer } from '#server/backend/answers.ts';
import { toFailedAnswer } from '#server/backend/failures.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import type { Log } from '#server/operations/log.ts';
import { createIdempotency } from '#server/backend/idempotency.ts';

export type PostComment = (newsId: string, comment: NewComment) => Promise<BackendAnswer>;

/** Checks a comment as it came; its line ends must not make it longer than its writer sees. */
export function checkComment(body: unknown): ReturnType<typeof check<NewComment>> {
  const content = (body as { content?: unknown } | null | undefined)?.content;
  return check(
    typeof content === 'string' ? { ...(body as object), content: normaliseLineEnds(content) } : body,
    NewComment,
  );
}

/** What posting a comment does, called by /api and by the form without JavaScript. */
export function createPostComment(
  newsRepository: NewsRepository,
  log: Log,
  onPosted: (newsId: string) => void,
): PostComment {
  const once = createIdempotency<BackendAnswer>(({ status }) => status >= 400);
  return (newsId, { author, content }) => {
    const comment = { author: author.trim(), content: content.trim() };
    return once([newsId, comment], async (idempotencyKey) => {
      const answer = requireJsonAnswer(
        await newsRepository.backendClient.send(`/api/news/${encodeURIComponent(newsId)}/comments`, comment, {
          idempotencyKey,
        }),
      );
      if (answer.status < 400) {
        newsRepository.expireComments(newsId);
        onPosted(newsId);
      }
      return answer;
    }).catch(toFailedAnswer(log, 'a comment'));
  };
}
