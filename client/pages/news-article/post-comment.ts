import { addressOf } from '#shared/address.ts';
import type { PostAnswer, PostOptions } from '#shared/api.ts';
import type { CommentCall } from '#shared/contracts/news.ts';
import { ownPaths } from '#shared/own-paths.ts';
import { postJson } from '../../lib/browser-api.ts';

export type PostComment = (newsId: string, comment: CommentCall, options?: PostOptions) => Promise<PostAnswer>;

/** Posts a comment. The result does not contain it, and it may have to be approved first. */
export const postComment: PostComment = (newsId, comment, options) =>
  postJson(addressOf(ownPaths.comments, { id: newsId }), comment, options);
