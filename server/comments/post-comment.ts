import { addressOf } from '#shared/address.ts';
import { commentLimits, heldStatus } from '#shared/comment-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { CommentCall } from '#shared/contracts/news.ts';
import { isNewsId } from '#shared/news-paths.ts';
import { limitWhiteSpace, normaliseLineEnds, removeInvisible, toSingleLine } from '#shared/plain-text.ts';
import { propertyOf } from '#shared/property-of.ts';
import { toConfirmation } from '#server/backend/answers.ts';
import type { BackendAnswer, BackendClient } from '#server/backend/client.ts';
import { toFailedAnswer } from '#server/backend/failures.ts';
import { createIdempotency, type Submission } from '#server/forms/idempotency.ts';
import type { Log } from '#server/lib/log.ts';

export type PostComment = (
  newsId: string,
  comment: CommentCall,
  submission: Submission,
) => Promise<BackendAnswer & { retryKey?: string }>;

/** A line end counts as one character, as in the browser; pages show neither invisible characters nor longer runs. */
const normaliseContent = (content: string) => limitWhiteSpace(removeInvisible(normaliseLineEnds(content)));

/** Normalises and checks a posted comment: its length counts as it is stored. */
export function checkComment(body: unknown): ReturnType<typeof check<CommentCall>> {
  const author = propertyOf(body, 'author');
  const content = propertyOf(body, 'content');
  if (typeof body !== 'object' || typeof author !== 'string' || typeof content !== 'string')
    return check(body, CommentCall);
  return check({ ...body, author: toSingleLine(author), content: normaliseContent(content) }, CommentCall);
}

interface Options {
  backendClient: Pick<BackendClient, 'send'>;
  log: Log;
  /** Whether the backend has returned an article with this id. */
  isKnown(newsId: string): boolean;
  /** Called when a comment on this article was accepted. */
  onPosted(newsId: string): void;
}

/** Posts a comment; called by the API and by the form without JavaScript. */
export function createPostComment({ backendClient, log, isKnown, onPosted }: Options): PostComment {
  const runOnce = createIdempotency<BackendAnswer>({ isFailure: ({ status }) => status >= 400 });
  return async (newsId, { author, content, honeypot = '' }, submission) => {
    if (!isNewsId(newsId)) return { status: 404, body: { error: 'notFound' } };
    const comment = {
      author: author.trim(),
      content: content.trim(),
      ...(honeypot && { honeypot: honeypot.slice(0, commentLimits.author) }),
    };
    async function send(idempotencyKey: string): Promise<BackendAnswer> {
      const path = addressOf('/api/news/:id/comments', { id: newsId });
      const options = { idempotencyKey, isGuess: !isKnown(newsId) };
      const answer = toConfirmation(await backendClient.send(path, comment, options));
      if (answer.status < 400 && answer.status !== heldStatus) onPosted(newsId);
      return answer;
    }
    const { answer, retryKey } = await runOnce([newsId, comment], submission, (idempotencyKey) =>
      send(idempotencyKey).catch(toFailedAnswer(log, 'a comment')),
    );
    return { ...answer, retryKey };
  };
}
