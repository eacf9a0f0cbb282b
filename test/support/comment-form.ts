import { act, fireEvent } from '@testing-library/react';
import type { PostAnswer } from '#shared/api.ts';
import type { CommentCall } from '#shared/contracts/news.ts';
import en from '../../locales/en/news.json' with { type: 'json' };
import type { renderPart } from './render-part.tsx';

const { comments } = en;

/** A fake of the function that posts comments; `sent` has the comments with which it was called. */
export function fakePost() {
  const sent: [string, CommentCall][] = [];
  const post = (newsId: string, comment: CommentCall) => {
    sent.push([newsId, comment]);
    return Promise.resolve<PostAnswer>({ status: 201 });
  };
  return { sent, post };
}

/** Posts a comment whose result the test gives. */
export function heldPost() {
  const { promise, resolve } = Promise.withResolvers<PostAnswer>();
  const answer = (status: number) =>
    act(async () => {
      resolve({ status });
    });
  return { post: () => promise, answer };
}

export type View = ReturnType<typeof renderPart>;

/** Fills in the form and sends it. */
export async function writeComment(view: View, author: string, content: string) {
  fireEvent.change(view.getByLabelText(comments.author), { target: { value: author } });
  fireEvent.change(view.getByLabelText(comments.content), { target: { value: content } });
  await act(async () => {
    fireEvent.click(view.getByRole('button', { name: comments.submit }));
  });
}
