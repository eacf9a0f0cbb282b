import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { honeypotField } from '#shared/hidden-fields.ts';
import type { PostResult } from '#shared/api.ts';
import type { Comment, CommentCall, Part } from '#shared/contracts/news.ts';
import { CommentForm, Comments } from '#client/pages/news-article/comments.tsx';
import type { PostComment } from '#client/pages/news-article/post-comment.ts';
import en from '../../../locales/en/news.json' with { type: 'json' };
import ua from '../../../locales/ua/news.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const { comments } = en;

function fakePost(answer: PostResult<unknown> = { ok: true, status: 201 }) {
  const sent: [string, CommentCall][] = [];
  const post = (newsId: string, comment: CommentCall) => {
    sent.push([newsId, comment]);
    return Promise.resolve(answer);
  };
  return { sent, post };
}

type View = ReturnType<typeof renderPart>;

async function write(view: View, author: string, content: string) {
  fireEvent.change(view.getByLabelText(comments.author), { target: { value: author } });
  fireEvent.change(view.getByLabelText(comments.content), { target: { value: content } });
  await act(async () => {
    fireEvent.click(view.getByRole('button', { name: comments.submit }));
  });
}

/** The texts that a field names as its description. */
const describedBy = (view: View, field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => view.container.ownerDocument.getElementById(id)?.textContent);

const formWith = (post: PostComment, onPosted: () => void = () => undefined) => (
  <CommentForm newsId="7" slug="some-news" post={post} onPosted={onPosted} />
);

describe('the comment form', () => {
  for (const [author, content] of [
    ['', ''],
    ['   ', 'text'],
    ['Olha', ' \n '],
  ] as const) {
    it(`requires both fields and sends nothing: ${JSON.stringify([author, content])}`, async (t) => {
      const { sent, post } = fakePost();
      const view = renderPart(t, formWith(post));
      await write(view, author, content);
      assert.equal(view.getByRole('alert').textContent, comments.fillFields);
      assert.deepEqual(sent, []);
    });
  }

  it('marks an empty field, focuses it, and removes the mark when it is filled', async (t) => {
    const view = renderPart(t, formWith(fakePost().post));
    await write(view, 'Olha', '');
    const [author, content] = [view.getByLabelText(comments.author), view.getByLabelText(comments.content)];
    assert.equal(author.getAttribute('aria-invalid'), null);
    assert.equal(content.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(describedBy(view, content), [comments.fillFields]);
    assert.deepEqual(describedBy(view, author), [comments.authorHint]);
    assert.ok(document.activeElement === content);
    fireEvent.input(content, { target: { value: 'T' } });
    assert.equal(content.getAttribute('aria-invalid'), null);
    assert.equal(content.getAttribute('aria-describedby'), null);
    assert.equal(view.getByRole('alert').textContent, '');
  });

  it('describes the error at the field, before the hint', async (t) => {
    const view = renderPart(t, formWith(fakePost().post));
    await write(view, '', 'Thank you');
    const author = view.getByLabelText(comments.author);
    assert.deepEqual(describedBy(view, author), [comments.fillFields, comments.authorHint]);
  });

  it('sends trimmed text, empties itself and announces the result', async (t) => {
    const { sent, post } = fakePost();
    const onPosted = t.mock.fn();
    const view = renderPart(t, formWith(post, onPosted));
    await write(view, ' Olha ', ' Thank you ');
    assert.deepEqual(sent, [['7', { author: 'Olha', content: 'Thank you' }]]);
    assert.equal((view.getByLabelText(comments.author) as HTMLInputElement).value, '');
    assert.equal(view.getByRole('status').textContent, comments.sent);
    assert.equal(onPosted.mock.callCount(), 1);
  });

  it('sends what a bot has typed into the hidden field', async (t) => {
    const { sent, post } = fakePost();
    const view = renderPart(t, formWith(post));
    const trap = view.container.querySelector<HTMLInputElement>(`input[name="${honeypotField}"]`);
    assert.ok(trap);
    trap.value = 'x';
    await write(view, 'Olha', 'Buy');
    assert.deepEqual(sent, [['7', { author: 'Olha', content: 'Buy', honeypot: 'x' }]]);
  });

  it('shows an error when a comment is too long, and sends nothing', async (t) => {
    const { sent, post } = fakePost();
    const view = renderPart(t, formWith(post));
    await write(view, 'Olha', 'x'.repeat(4001));
    assert.match(view.getByRole('alert').textContent, /too long.* 80 .* 4,000/);
    assert.deepEqual(sent, []);
  });

  it('shows an error when the code that posts does not load', async (t) => {
    const postComment = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const view = renderPart(t, formWith(postComment));
    await write(view, 'Olha', 'Worth keeping');
    assert.equal(view.getByRole('alert').textContent, comments.submitFailed);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Worth keeping');
    assert.ok(view.getByRole('button', { name: comments.submit }));
  });

  it('keeps its values when the post fails', async (t) => {
    const { post } = fakePost({ ok: false, status: 0 });
    const view = renderPart(t, formWith(post));
    await write(view, 'Olha', 'Worth keeping');
    assert.equal(view.getByRole('alert').textContent, comments.submitFailed);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Worth keeping');
  });

  it('keeps values that are typed while a comment is being sent', async (t) => {
    let answer: (result: PostResult<unknown>) => void = () => undefined;
    const postComment = () => new Promise<PostResult<unknown>>((resolve) => (answer = resolve));
    const view = renderPart(t, formWith(postComment));
    await write(view, 'Olha', 'Thank you');
    const content = view.getByLabelText(comments.content) as HTMLTextAreaElement;
    fireEvent.input(content, { target: { value: 'One more thing' } });
    await act(async () => answer({ ok: true, status: 201 }));
    assert.equal(view.getByRole('status').textContent, comments.sent);
    assert.equal(content.value, 'One more thing');
    assert.equal((view.getByLabelText(comments.author) as HTMLInputElement).value, '');
  });

  it('shows the same messages in Ukrainian, and works without a script', (t) => {
    const view = renderPart(t, formWith(fakePost().post), { language: 'ua' });
    const element = view.getByRole('button', { name: ua.comments.submit }).closest('form');
    assert.equal(element?.getAttribute('method'), 'post');
    assert.equal(element?.getAttribute('action'), '/news/some-news#comment-form');
    assert.ok((view.getByLabelText(ua.comments.author) as HTMLInputElement).required);
  });
});

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
      await write(view, mine.author, mine.content);
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
  });

  it('of another page does not contain the posted comment, and leaves what is being written', async (t) => {
    const view = renderPart(t, commentsWith(loaded(partOf(earlier))), {
      api: { comments: async () => partOf([...earlier, mine]) },
    });
    await write(view, mine.author, mine.content);
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
    await write(view, mine.author, mine.content);
    await write(view, others.author, others.content);
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
    await write(view, mine.author, mine.content);
    await write(view, mine.author, mine.content);
    assert.equal(view.getAllByRole('listitem').length, 4);
  });
});
