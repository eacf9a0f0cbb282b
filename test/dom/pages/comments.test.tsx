import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import type { Comment, Part } from '#shared/contracts/news.ts';
import { Comments } from '#client/pages/news-article/comments.tsx';
import en from '../../../locales/en/news.json' with { type: 'json' };
import { fakePost, writeComment } from '../../support/comment-form.ts';
import { renderPart } from '../../support/render-part.tsx';

const { comments } = en;

describe('the list of comments', () => {
  const earlier = [
    { id: '1', author: 'Oksana', content: 'First', date: '2026-01-01T10:00:00Z' },
    { id: '2', author: 'Ihor', content: 'Second', date: '2026-01-02T10:00:00Z' },
  ];
  const mine = { id: '3', author: 'Olha', content: 'Third', date: '2026-03-01T10:00:00Z' };

  const partOf = <Item,>(items: Item[]) => ({ items, total: items.length });

  /** A promise that React need not wait for. */
  const loaded = (list: Part<Comment>): Promise<Part<Comment>> =>
    Object.assign(Promise.resolve(list), { status: 'fulfilled', value: list });

  const { post } = fakePost();
  const commentsWith = (list: Promise<Part<Comment>>, page: number | null = null) => (
    <Comments newsId="7" slug="some-news" page={page} comments={list} post={post} />
  );

  for (const [title, fetched, shown] of [
    ['is shown as it was when it cannot be fetched again', [], ['First', 'Second']],
    ['is fetched again after a post', [...earlier, mine], ['First', 'Second', 'Third']],
  ] as const) {
    it(title, async (t) => {
      const api = { comments: async () => partOf([...fetched]) };
      const late = loaded(partOf(earlier));
      const view = renderPart(t, commentsWith(late), { api });
      await writeComment(view, mine.author, mine.content);
      const texts = view.getAllByRole('listitem').map((item) => item.querySelector(':scope > p')?.textContent);
      assert.deepEqual(texts, shown);
    });
  }

  it('links to earlier comments when there are more than fit on a page', (t) => {
    const latest = { items: [mine], total: 130 };
    const comments = loaded(latest);
    const linksAt = (page: number | null) => {
      const view = renderPart(t, commentsWith(comments, page));
      const hrefs = view.getAllByRole('link').map((link) => link.getAttribute('href'));
      view.unmount();
      return hrefs.filter((href) => href?.endsWith('#comments'));
    };
    assert.deepEqual(linksAt(null), ['/news/some-news?comments=2#comments']);
    assert.deepEqual(linksAt(2), ['/news/some-news?comments=1#comments', '/news/some-news#comments']);
    assert.deepEqual(linksAt(1), ['/news/some-news?comments=2#comments']);
    assert.deepEqual(
      linksAt(900),
      linksAt(null),
      'the latest comments are shown in place of a page that does not exist',
    );
  });

  it('of another page does not contain the posted comment, and leaves what is being written', async (t) => {
    const view = renderPart(t, commentsWith(loaded(partOf(earlier))), {
      api: { comments: async () => partOf([...earlier, mine]) },
    });
    await writeComment(view, mine.author, mine.content);
    assert.equal(view.getAllByRole('listitem').length, 3);
    fireEvent.change(view.getByLabelText(comments.content), { target: { value: 'And one more thing' } });
    const older = { items: [{ ...mine, id: '9', content: 'Older' }], total: 130 };
    view.rerenderPart(commentsWith(loaded(older), 1));
    const texts = view.getAllByRole('listitem').map((item) => item.querySelector(':scope > p')?.textContent);
    assert.deepEqual(texts, ['Older']);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'And one more thing');
  });

  it('keeps the comments of the later post when those of an earlier one come last', async (t) => {
    const others = { id: '4', author: 'Petro', content: 'Fourth', date: '2026-03-02T10:00:00Z' };
    const first = Promise.withResolvers<Part<Comment>>();
    const answers = [first.promise, Promise.resolve(partOf([...earlier, mine, others]))];
    const api = { comments: () => answers.shift() ?? Promise.reject(new Error('no third request')) };
    const view = renderPart(t, commentsWith(loaded(partOf(earlier))), { api });
    await writeComment(view, mine.author, mine.content);
    await writeComment(view, others.author, others.content);
    assert.equal(view.getAllByRole('listitem').length, 4);
    await act(async () => first.resolve(partOf([...earlier, mine])));
    assert.equal(view.getAllByRole('listitem').length, 4);
  });

  it('keeps the loaded comments when the next load fails', async (t) => {
    const others = { id: '4', author: 'Petro', content: 'Fourth', date: '2026-03-02T10:00:00Z' };
    const fetches = [[...earlier, mine, others], []];
    const api = { comments: async () => partOf(fetches.shift() ?? []) };
    const late = loaded(partOf(earlier));
    const view = renderPart(t, commentsWith(late), { api });
    await writeComment(view, mine.author, mine.content);
    await writeComment(view, mine.author, mine.content);
    assert.equal(view.getAllByRole('listitem').length, 4);
  });
});
