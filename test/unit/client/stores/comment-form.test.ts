import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '#shared/api.ts';
import { createCommentForm, type CommentStart } from '#client/stores/comment-form.ts';

const untouched: CommentStart = { status: 'idle', errors: {}, failure: null };
const good = { author: 'Olha', content: 'Thank you' };

function open(answer: () => Promise<Answer> = () => Promise.resolve({ ok: true, status: 201 }), start = untouched) {
  let posts = 0;
  const form = createCommentForm({
    start,
    post: () => {
      posts += 1;
      return answer();
    },
  });
  return { form, posts: () => posts };
}

describe('the comment form', () => {
  for (const [title, comment, errors, key] of [
    ['both', { author: '', content: '' }, { author: 'fillFields', content: 'fillFields' }, 'fillFields'],
    ['the name', { ...good, author: '' }, { author: 'fillFields' }, 'fillFields'],
    ['a long comment', { ...good, content: 'x'.repeat(4001) }, { content: 'tooLong' }, 'tooLong'],
    [
      'a long comment without a name',
      { author: '', content: 'x'.repeat(4001) },
      { author: 'fillFields', content: 'tooLong' },
      'fillFields',
    ],
  ] as const) {
    it(`marks ${title}, and posts nothing`, async () => {
      const { form, posts } = open();
      assert.equal(await form.submit(comment), null);
      assert.deepEqual(form.errors.value, errors);
      assert.deepEqual(form.problem.value, { key });
      assert.equal(posts(), 0);
      for (const name of ['author', 'content'] as const) form.mend(name);
      assert.deepEqual(form.errors.value, {});
      assert.equal(form.problem.value, null);
    });
  }

  it('ends with a message, not busy, when the code that posts does not come', async () => {
    const { form } = open(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    assert.deepEqual(await form.submit(good), { ok: false, status: 0 });
    assert.equal(form.status.value, 'idle');
    assert.deepEqual(form.problem.value, { key: 'submitFailed' });
  });

  it('takes the message of a failure back with the next attempt', async () => {
    const answers: Answer[] = [
      { ok: false, status: 503 },
      { ok: true, status: 201 },
    ];
    const { form } = open(() => Promise.resolve(answers.shift() as Answer));
    await form.submit(good);
    assert.deepEqual(form.problem.value, { key: 'submitFailed' });
    await form.submit(good);
    assert.equal(form.problem.value, null);
    assert.equal(form.status.value, 'sent');
  });

  it('posts once while it is busy', async () => {
    const { form, posts } = open();
    await Promise.all([form.submit(good), form.submit(good)]);
    assert.equal(posts(), 1);
  });
});
