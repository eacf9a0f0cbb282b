import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PostAnswer } from '#shared/api.ts';
import { commentLimits } from '#shared/comment-limits.ts';
import type { NewComment } from '#shared/contracts/news.ts';
import { createCommentStore, type CommentStart } from '#client/pages/news-article/comment-store.ts';
import '../../../../support/reported-errors.ts';

const untouched: CommentStart = { status: 'idle', errors: {}, failure: null };
const good: NewComment = { author: 'Olha', content: 'Thank you' };

function open(values: NewComment, answer: () => Promise<PostAnswer> = () => Promise.resolve({ status: 201 })) {
  const keys: (string | undefined)[] = [];
  const form = createCommentStore({
    start: { ...untouched, values },
    post: (_comment, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return answer();
    },
  });
  return { form, keys, posts: () => keys.length };
}

describe('the comment form', () => {
  for (const [title, comment, errors, key] of [
    ['both', { author: '', content: '' }, { author: 'fillFields', content: 'fillFields' }, 'fillFields'],
    ['the name', { ...good, author: '   ' }, { author: 'fillFields' }, 'fillFields'],
    ['the text', { ...good, content: ' \n ' }, { content: 'fillFields' }, 'fillFields'],
    ['a long comment', { ...good, content: 'x'.repeat(4001) }, { content: 'tooLong' }, 'tooLong'],
    [
      'a long comment without a name',
      { author: '', content: 'x'.repeat(4001) },
      { author: 'fillFields', content: 'tooLong' },
      'fillFields',
    ],
  ] as const) {
    it(`marks ${title}, and posts nothing`, async () => {
      const { form, posts } = open(comment);
      assert.deepEqual(await form.submit(), { kind: 'invalid' });
      assert.deepEqual(form.errors.value, errors);
      assert.deepEqual(form.problem.value, { key });
      assert.equal(posts(), 0);
      for (const name of ['author', 'content'] as const) form.change(name, 'x');
      assert.deepEqual(form.errors.value, {});
      assert.equal(form.problem.value, null);
    });
  }

  it('posts the text without the white space around it, up to the maximum length', async () => {
    const posted: NewComment[] = [];
    const content = 'x'.repeat(commentLimits.content);
    const form = createCommentStore({
      start: { ...untouched, values: { author: ' Olha ', content: `\n${content} ` } },
      post: (comment) => {
        posted.push(comment);
        return Promise.resolve({ status: 201 });
      },
    });
    assert.deepEqual(await form.submit(), { kind: 'sent', success: null });
    assert.deepEqual(posted, [{ author: 'Olha', content }]);
  });

  for (const [status, error, key] of [
    [400, 'tooLong', 'tooLong'],
    [400, 'other', 'submitFailed'],
    [403, 'Comments are closed', 'closed'],
    [429, 'tooMany', 'tooMany'],
    [502, undefined, 'submitFailed'],
    [0, undefined, 'submitFailed'],
  ] as const) {
    it(`shows ${key} when the server responds ${status} ${error ?? 'without a code'}`, async () => {
      const { form, keys } = open(good, () => Promise.resolve({ status, error }));
      await form.submit();
      assert.deepEqual(form.problem.value, { key });
      assert.ok(keys[0]);
    });
  }

  it('mentions the empty field before one that is too long, in any order', async () => {
    const { form } = open({ author: 'x'.repeat(commentLimits.author + 1), content: '' });
    await form.submit();
    assert.deepEqual(form.errors.value, { author: 'tooLong', content: 'fillFields' });
    assert.deepEqual(form.problem.value, { key: 'fillFields' });
  });

  it('distinguishes a held comment from a published one', async () => {
    const answers: PostAnswer[] = [{ status: 202 }, { status: 201 }];
    const { form } = open(good, () => Promise.resolve(answers.shift() as PostAnswer));
    assert.deepEqual(await form.submit(), { kind: 'sent', success: null });
    assert.equal(form.held.value, true);
    for (const name of ['author', 'content'] as const) form.change(name, 'again');
    assert.deepEqual(await form.submit(), { kind: 'sent', success: null });
    assert.equal(form.held.value, false);
  });
});
