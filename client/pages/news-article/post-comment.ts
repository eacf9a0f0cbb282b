import { addressOf } from '#shared/address.ts';
import type { PostOptions, PostResult } from '#shared/api.ts';
import type { Comment, NewComment } from '#shared/contracts/news.ts';
import { ownPaths } from '#shared/own-paths.ts';
import { propertyOf } from '#shared/property-of.ts';
import { postJson } from '../../lib/browser-api.ts';

/**
 * Whether the body of a response can be shown in a list of comments: backends send different bodies after a comment.
 */
const isComment = (body: unknown): body is Comment =>
  ['id', 'author', 'content', 'date'].every((name) => typeof propertyOf(body, name) === 'string') &&
  !isNaN(Date.parse(String(propertyOf(body, 'date'))));

/** Posts a comment. The body of the result is the stored comment, where the backend returns it. */
export type PostComment = (newsId: string, comment: NewComment, options?: PostOptions) => Promise<PostResult<Comment>>;

export const postComment: PostComment = async (newsId, comment, options) => {
  const { body, ...answer } = await postJson(addressOf(ownPaths.comments, { id: newsId }), comment, options);
  return isComment(body) ? { ...answer, body } : answer;
};
