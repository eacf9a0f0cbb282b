import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fireEvent } from '@testing-library/react';
import { honeypotField } from '#shared/hidden-fields.ts';
import { createToasts } from '#client/stores/toasts.ts';
import { CommentForm } from '#client/pages/news-article/comment-form.tsx';
import type { PostComment } from '#client/pages/news-article/post-comment.ts';
import en from '../../../locales/en/news.json' with { type: 'json' };
import ua from '../../../locales/ua/news.json' with { type: 'json' };
import { fakePost, heldPost, writeComment, type View } from '../../support/comment-form.ts';
import { renderPart } from '../../support/render-part.tsx';

const { comments } = en;

/** The texts that a field names as its description. */
const describedBy = (view: View, field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => view.container.ownerDocument.getElementById(id)?.textContent);

/** The text of the region that screen readers announce: with the role of an alert alone, not all of them do. */
const problem = (view: View) => view.container.querySelector('[aria-live="assertive"]')?.textContent ?? '';

const formWith = (post: PostComment, onPosted: () => void = () => undefined) => (
  <CommentForm newsId="7" slug="some-news" post={post} onPosted={onPosted} />
);

describe('the comment form', () => {
  it('marks an empty field, focuses it, and removes the mark when it is filled', async (t) => {
    const view = renderPart(t, formWith(fakePost().post));
    await writeComment(view, 'Olha', '');
    const [author, content] = [view.getByLabelText(comments.author), view.getByLabelText(comments.content)];
    assert.equal(author.getAttribute('aria-invalid'), 'false');
    assert.equal(content.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(describedBy(view, content), [comments.fillFields]);
    assert.deepEqual(describedBy(view, author), [comments.authorHint]);
    assert.equal(problem(view), comments.fillFields);
    assert.ok(document.activeElement === content);
    fireEvent.input(content, { target: { value: 'T' } });
    assert.equal(content.getAttribute('aria-invalid'), 'false');
    assert.equal(content.getAttribute('aria-describedby'), null);
    assert.equal(problem(view), '');
  });

  it('describes the error at the field, before the hint', async (t) => {
    const view = renderPart(t, formWith(fakePost().post));
    await writeComment(view, '', 'Thank you');
    const author = view.getByLabelText(comments.author);
    assert.deepEqual(describedBy(view, author), [comments.fillFields, comments.authorHint]);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Thank you');
  });

  it('sends trimmed text, empties itself and announces the result', async (t) => {
    const { sent, post } = fakePost();
    const onPosted = t.mock.fn();
    const view = renderPart(t, formWith(post, onPosted));
    await writeComment(view, ' Olha ', ' Thank you ');
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
    await writeComment(view, 'Olha', 'Buy');
    assert.deepEqual(sent, [['7', { author: 'Olha', content: 'Buy', honeypot: 'x' }]]);
  });

  it('shows an error when a comment is too long, and sends nothing', async (t) => {
    const { sent, post } = fakePost();
    const view = renderPart(t, formWith(post));
    assert.equal(
      view.getByLabelText(comments.content).getAttribute('maxlength'),
      null,
      'it would cut off a pasted text',
    );
    await writeComment(view, 'Olha', 'x'.repeat(4001));
    assert.match(problem(view), /too long.* 80 .* 4,000/);
    assert.deepEqual(sent, []);
  });

  it('shows an error when the code that posts does not load', async (t) => {
    const postComment = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const view = renderPart(t, formWith(postComment));
    await writeComment(view, 'Olha', 'Worth keeping');
    assert.equal(problem(view), comments.submitFailed);
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Worth keeping');
    assert.ok(view.getByRole('button', { name: comments.submit }));
  });

  it('keeps values that are typed while a comment is being sent', async (t) => {
    const { post, answer } = heldPost();
    const view = renderPart(t, formWith(post));
    await writeComment(view, 'Olha', 'Thank you');
    const content = view.getByLabelText(comments.content) as HTMLTextAreaElement;
    fireEvent.input(content, { target: { value: 'One more thing' } });
    await answer(201);
    assert.equal(view.getByRole('status').textContent, comments.sent);
    assert.equal(content.value, 'One more thing');
    assert.equal((view.getByLabelText(comments.author) as HTMLInputElement).value, '');
  });

  it('has its text again after the visitor has left the page and returned, unless it was posted', async (t) => {
    const { post } = fakePost();
    const view = renderPart(t, formWith(post));
    fireEvent.input(view.getByLabelText(comments.author), { target: { value: 'Olha' } });
    const author = () => (view.getByLabelText(comments.author) as HTMLInputElement).value;
    const leaveAndReturn = () => {
      view.rerenderPart(null);
      view.rerenderPart(formWith(post));
    };
    leaveAndReturn();
    assert.equal(author(), 'Olha');
    await writeComment(view, 'Olha', 'Thank you');
    assert.equal(view.getByRole('status').textContent, comments.sent);
    leaveAndReturn();
    assert.equal(author(), '');
    assert.equal(view.getByRole('status').textContent, '');
  });

  it('reports a post that ends after the visitor has left the page and returned', async (t) => {
    const { post, answer } = heldPost();
    const [before, after] = [t.mock.fn(), t.mock.fn()];
    const view = renderPart(t, formWith(post, before));
    await writeComment(view, 'Olha', 'Thank you');
    view.rerenderPart(null);
    view.rerenderPart(formWith(post, after));
    await answer(201);
    assert.equal(view.getByRole('status').textContent, comments.sent);
    assert.deepEqual([before.mock.callCount(), after.mock.callCount()], [0, 1]);
  });

  it('reports a failure after the visitor has gone on to another article', async (t) => {
    const toasts = createToasts();
    const { post, answer } = heldPost();
    const view = renderPart(t, formWith(post), { toasts });
    await writeComment(view, 'Olha', 'Worth keeping');
    view.rerenderPart(<CommentForm key="8" newsId="8" slug="other-news" post={post} onPosted={() => undefined} />);
    await answer(502);
    assert.equal(toasts.list.peek().length, 1);
  });

  it('reports a failure after the visitor has gone on to another page', async (t) => {
    const toasts = createToasts();
    const { post, answer } = heldPost();
    const view = renderPart(t, formWith(post), { toasts });
    await writeComment(view, 'Olha', 'Worth keeping');
    view.rerenderPart(null);
    await answer(502);
    assert.deepEqual(
      toasts.list.peek().map(({ tone, text }) => [tone, typeof text === 'object' && text.text]),
      [['bad', comments.notPosted]],
    );
    view.rerenderPart(formWith(post));
    assert.equal((view.getByLabelText(comments.content) as HTMLTextAreaElement).value, 'Worth keeping');
    assert.equal(problem(view), comments.submitFailed);
  });

  it('reports that failure in the language in which the visitor has left the article', async (t) => {
    const toasts = createToasts();
    const { post, answer } = heldPost();
    const view = renderPart(t, formWith(post), { toasts });
    await writeComment(view, 'Olha', 'Worth keeping');
    view.rerenderPart(formWith(post), 'ua');
    view.rerenderPart(null, 'ua');
    await answer(502);
    const [toast] = toasts.list.peek();
    assert.equal(typeof toast?.text === 'object' && toast.text.text, ua.comments.notPosted);
  });

  it('shows the same messages in Ukrainian, and works without a script', (t) => {
    const view = renderPart(t, formWith(fakePost().post), { language: 'ua' });
    const element = view.getByRole('button', { name: ua.comments.submit }).closest('form');
    assert.equal(element?.getAttribute('method'), 'post');
    assert.equal(element?.getAttribute('action'), '/news/some-news#comment-form');
    assert.ok((view.getByLabelText(ua.comments.author) as HTMLInputElement).required);
  });
});
