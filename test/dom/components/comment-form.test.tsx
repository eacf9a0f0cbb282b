import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import type { Answer } from '#shared/api.ts';
import type { NewComment } from '#shared/contracts/news.ts';
import { CommentForm } from '#client/components/comments.tsx';
import en from '../../../locales/en/news.json' with { type: 'json' };
import ua from '../../../locales/ua/news.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const { comments } = en;

function fakeApi(answer: Answer = { ok: true, status: 201 }) {
  const sent: [string, NewComment][] = [];
  const postComment = (newsId: string, comment: NewComment) => {
    sent.push([newsId, comment]);
    return Promise.resolve(answer);
  };
  return { sent, api: { postComment } };
}

type View = ReturnType<typeof renderPart>;

async function write(view: View, author: string, content: string) {
  fireEvent.change(view.getByLabelText(comments.author), { target: { value: author } });
  fireEvent.change(view.getByLabelText(comments.content), { target: { value: content } });
  await act(async () => {
    fireEvent.click(view.getByRole('button', { name: comments.submit }));
  });
}

const form = <CommentForm newsId="7" slug="some-news" onPosted={() => Promise.resolve()} />;

describe('the comment form', () => {
  for (const [author, content] of [
    ['', ''],
    ['   ', 'text'],
    ['Olha', ' \n '],
  ] as const) {
    it(`asks for both fields and sends nothing: ${JSON.stringify([author, content])}`, async (t) => {
      const { sent, api } = fakeApi();
      const view = renderPart(t, form, { api });
      await write(view, author, content);
      assert.equal(view.getByRole('alert').textContent, comments.fillFields);
      assert.deepEqual(sent, []);
    });
  }

  it('sends trimmed text, clears itself and fetches the comments again', async (t) => {
    const { sent, api } = fakeApi();
    let fetched = 0;
    const onPosted = () => {
      fetched += 1;
      return Promise.resolve();
    };
    const view = renderPart(t, <CommentForm newsId="7" slug="some-news" onPosted={onPosted} />, { api });
    await write(view, ' Olha ', ' Thank you ');
    assert.deepEqual(sent, [['7', { author: 'Olha', content: 'Thank you' }]]);
    assert.equal((view.getByLabelText(comments.author) as HTMLInputElement).value, '');
    assert.equal(view.getByRole('status').textContent, comments.sent);
    assert.equal(fetched, 1);
  });

  it('says when a comment is too long, and sends nothing', async (t) => {
    const { sent, api } = fakeApi();
    const view = renderPart(t, form, { api });
    await write(view, 'Olha', 'x'.repeat(4001));
    assert.match(view.getByRole('alert').textContent, /too long.* 80 .* 4,000/);
    assert.deepEqual(sent, []);
  });

  it('keeps what was typed when the post fails', async (t) => {
    const { api } = fakeApi({ ok: false, status: 0 });
    const view = renderPart(t, form, { api });
    await write(view, 'Olha', 'Worth keeping');
    assert.equal(view.getByRole('alert').textContent, comments.submitFailed);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Worth keeping');
  });

  it('says the same in Ukrainian, and works without a script', (t) => {
    const view = renderPart(t, form, { language: 'ua' });
    const element = view.getByRole('button', { name: ua.comments.submit }).closest('form');
    assert.equal(element?.getAttribute('method'), 'post');
    assert.equal(element?.getAttribute('action'), '/news/some-news#comment-form');
    assert.ok((view.getByLabelText(ua.comments.author) as HTMLInputElement).required);
  });
});
