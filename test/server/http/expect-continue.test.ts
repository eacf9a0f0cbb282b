import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';

const comment = JSON.stringify({ author: 'Olha', content: 'Thank you' });

const postOf = (path: string, length: number, body = '', expect = '100-continue') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: site',
    'Connection: close',
    `Expect: ${expect}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    body,
  ].join('\r\n');

const statusesOf = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

describe('a post that waits for 100 Continue', () => {
  it('gets it once, and then the response to its body', async (t) => {
    const { origin } = await serve(t);
    const { text } = await speak(origin, postOf('/api/news/1/comments', Buffer.byteLength(comment), comment), {
      untilClosed: true,
    });
    assert.deepEqual(statusesOf(text), [100, 201]);
  });

  it('gets it also where its header has two values', async (t) => {
    const { origin } = await serve(t);
    const request = postOf('/api/news/1/comments', Buffer.byteLength(comment), comment, '100-continue, 100-continue');
    const { text } = await speak(origin, request, { untilClosed: true });
    assert.deepEqual(statusesOf(text), [100, 201]);
  });

  it('gets only 413 when its body would be too long', async (t) => {
    const { origin } = await serve(t);
    const { text } = await speak(origin, postOf('/api/news/1/comments', 50_000_000), { untilClosed: true });
    assert.deepEqual(statusesOf(text), [413]);
  });

  it('gets only the refusal when its head is refused', async (t) => {
    const { origin } = await serve(t, { config: { allowedHosts: ['obrii.example'] } });
    const { text } = await speak(origin, postOf('/api/news/1/comments', Buffer.byteLength(comment)), {
      untilClosed: true,
    });
    assert.deepEqual(statusesOf(text), [421]);
  });
});
