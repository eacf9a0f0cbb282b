import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createBrowserApi } from '#client/lib/browser-api.ts';

const comment = { id: '9', author: 'Olha', content: 'Thank you', date: '2026-03-01T10:00:00Z' };

function postTo(t: TestContext, status: number, body: unknown) {
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(Response.json(body, { status })));
  return createBrowserApi().postComment('7', comment);
}

describe('the answer to a comment', () => {
  it('holds the comment as it was taken in', async (t) => {
    assert.deepEqual((await postTo(t, 201, comment)).body, comment);
  });

  for (const body of [{ status: 'ok' }, null, [], { ...comment, id: 9 }, { ...comment, date: 'never' }]) {
    it(`holds nothing that a list could not show: ${JSON.stringify(body)}`, async (t) => {
      const answer = await postTo(t, 201, body);
      assert.equal(answer.ok, true);
      assert.equal('body' in answer, false);
    });
  }
});
