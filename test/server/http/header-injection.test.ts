import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { rawGet, speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';

const comments = '/api/news/1/comments';

describe('CRLF', () => {
  for (const path of [
    '/%0d%0aSet-Cookie:%20a=b',
    '/News/%0d%0aSet-Cookie:%20a=b/',
    '/news?category=%0d%0aSet-Cookie:%20a=b',
    '/About/?a=%0d%0aSet-Cookie:%20a=b',
    '/news/a%0d%0aSet-Cookie:%20a=b/',
  ]) {
    it(`in ${path} starts no header`, async (t) => {
      const { text } = await speak(
        (await serve(t, { config: { trustProxy: 1 } })).origin,
        rawGet(path, ['X-Forwarded-Proto: https']),
      );
      const [head = ''] = text.split('\r\n\r\n');
      assert.doesNotMatch(head, /^set-cookie: a=b/im);
    });
  }

  it('in a request id of the proxy is not sent back', async (t) => {
    const { text } = await speak(
      (await serve(t, { config: { trustProxy: 1 } })).origin,
      rawGet('/', ['X-Request-Id: aaaaaaaa%0d%0aEvil: 1']),
    );
    assert.doesNotMatch(text, /Evil/);
  });
});

it('a backend that returns the visitor’s input cannot split the response', async (t) => {
  const site = await serve(t);
  site.backend.respondWith((_request, response) => {
    response.setHeader('Retry-After', '7');
    sendJson(response, 429, { error: 'a\r\nSet-Cookie: a=b' });
  });
  const answer = await site.get(comments, json({ author: 'a', content: 'b' }));
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get('retry-after'), '7');
  assert.equal(answer.headers.get('set-cookie'), null);
});
