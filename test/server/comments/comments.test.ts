import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeBackend, sendJson, type FakeBackend } from '../../support/fake-backend.ts';
import { json, shown, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const page = '/news/smart-protective-equipment';

describe('a comment', () => {
  it('goes to the backend trimmed, by /api', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get('/api/news/1/comments', json({ author: ' Olha ', content: ' Thank you ' }));
    assert.equal(answer.status, 201);
    assert.deepEqual(backend.sent, [['/api/news/1/comments', { author: 'Olha', content: 'Thank you' }]]);
  });

  for (const [title, body] of [
    ['an empty author', { author: '  ', content: 'x' }],
    ['no content', { author: 'Olha' }],
    ['a list for a string', { author: ['Olha'], content: 'x' }],
    ['a field too many', { author: 'Olha', content: 'x', admin: true }],
    ['an endless content', { author: 'Olha', content: 'x'.repeat(4001) }],
    ['a body that is no object', 'Olha'],
  ] as const) {
    it(`is refused with ${title}`, async (t) => {
      const { get, backend } = await serve(t);
      const answer = await get('/api/news/1/comments', json(body));
      assert.equal(answer.status, 400);
      assert.deepEqual(backend.sent, []);
    });
  }

  it('that is no JSON is 415', async (t) => {
    const { get, backend } = await serve(t);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await get('/api/news/1/comments', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"author":"Olha","content":"x"}',
      });
      assert.equal(answer.status, 415);
      assert.deepEqual(await answer.json(), { error: 'unsupportedType' });
    }
    assert.deepEqual(backend.sent, []);
  });

  for (const [title, body] of [
    ['text', { author: 'Olha', content: 'x'.repeat(4001) }],
    ['name', { author: 'x'.repeat(81), content: 'x' }],
  ] as const) {
    it(`whose ${title} is too long gets an error, as JSON and as the page`, async (t) => {
      const { get } = await serve(t);
      const answer = await get('/api/news/1/comments', json(body));
      assert.equal(answer.status, 400);
      assert.deepEqual(await answer.json(), {
        error: 'tooLong',
        errors: { [title === 'text' ? 'content' : 'author']: 'tooLong' },
      });
      const page422 = await get(page, urlEncoded(body));
      assert.equal(page422.status, 422);
      const html = shown(await page422.text());
      assert.match(html, /That is too long: a name can have up to 80 characters, a comment up to 4,000\./);
      assert.doesNotMatch(html, /Please fill in both/);
      assert.equal(html.match(/aria-invalid="true"/g)?.length, 1);
    });
  }

  it('counts a line end once, as the browser does', async (t) => {
    const { get, backend } = await serve(t);
    const content = Array.from({ length: 2000 }, () => 'x').join('\r\n');
    assert.equal((await get(page, urlEncoded({ author: 'Olha', content }))).status, 303);
    assert.equal((await get('/api/news/1/comments', json({ author: 'Ivan', content }))).status, 201);
    for (const [, body] of backend.sent)
      assert.equal((body as { content: string }).content, content.replaceAll('\r\n', '\n'));
  });

  it('goes to the backend without long runs of white space and invisible characters, which do not count', async (t) => {
    const { get, backend } = await serve(t);
    const content = `a${'\u3000'.repeat(3000)}\u202eb${'\r\n'.repeat(2000)}c`;
    const stored = `a${'\u3000'.repeat(50)}b\n\n\nc`;
    assert.equal((await get(page, urlEncoded({ author: 'Olha', content }))).status, 303);
    assert.equal((await get('/api/news/1/comments', json({ author: 'Ivan', content }))).status, 201);
    assert.deepEqual(
      backend.sent.map(([, body]) => (body as { content: string }).content),
      [stored, stored],
    );
    const invisible = json({ author: 'Olha', content: '\u200e\u3000\u200e' });
    assert.equal((await get('/api/news/1/comments', invisible)).status, 400);
  });

  it('is sent once, however often the button is pressed', async (t) => {
    const { get, backend } = await serve(t);
    const body = json({ author: 'Olha', content: 'Thank you' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('/api/news/1/comments', body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    );
    assert.equal(backend.sent.length, 1);
  });

  it('may be tried again after the backend failed', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    const body = json({ author: 'Olha', content: 'Thank you' });
    backend.respondWith((_request, response) => sendJson(response, 500, { error: 'full' }));
    assert.equal((await get('/api/news/1/comments', body)).status, 500);
    backend.respondWith(null);
    assert.equal((await get('/api/news/1/comments', body)).status, 201);
  });

  it('that fails without a reason gets one', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    for (const body of [{}, [], null, { error: { code: 7 } }]) {
      backend.respondWith((_request, response) => sendJson(response, 500, body));
      const answer = await get(
        '/api/news/1/comments',
        json({ author: 'Olha', content: `Thank you ${JSON.stringify(body)}` }),
      );
      assert.equal(answer.status, 500);
      assert.deepEqual(await answer.json(), { error: 'failed' });
    }
  });

  for (const [title, fault, status, error] of [
    [
      'is refused',
      (request) => {
        request.socket.destroy();
      },
      502,
      'backendRefused',
    ],
    ['gets no answer', () => undefined, 504, 'backendSilent'],
  ] as [string, Parameters<FakeBackend['respondWith']>[0], number, string][]) {
    it(`that ${title} gets an error, as JSON and as the page with its text`, async (t) => {
      const backend = await fakeBackend(t);
      const { get, logged } = await serve(t, { backend, timeoutMs: 300 });
      await get(page);
      backend.respondWith(fault);
      const answer = await get('/api/news/1/comments', json({ author: 'Olha', content: 'Thank you' }));
      assert.equal(answer.status, status);
      assert.deepEqual(await answer.json(), { error });
      const printed = await get(page, urlEncoded({ author: 'Olha', content: 'Worth keeping' }));
      assert.equal(printed.status, status);
      assert.match(await printed.text(), /Worth keeping/);
      assert.deepEqual(
        logged.filter(({ level }) => Number(level) >= 50),
        [],
      );
    });
  }

  it('appears as text, never as HTML', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response) => {
      const { url = '' } = request;
      if (url.endsWith('/comments'))
        sendJson(response, 200, [
          { id: '1', author: '<b>Eve</b>', content: '<img src=x onerror=alert(1)>', date: '2026-01-01T00:00:00Z' },
        ]);
      else sendJson(response, 500, {});
    });
    const { html } = await serve(t, { backend });
    const text = await html(page);
    assert.ok(!text.includes('<img src=x'));
    assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'));
  });

  it('shows on the page of the next visitor', async (t) => {
    const backend = await fakeBackend(t);
    const { get, html } = await serve(t, { backend });
    await html(page);
    await get('/api/news/1/comments', json({ author: 'Olha', content: 'Thank you' }));
    const asked = backend.requestCounts.get('/api/news/1/comments') ?? 0;
    await html(page);
    assert.ok((backend.requestCounts.get('/api/news/1/comments') ?? 0) > asked, 'the comments were fetched again');
  });
});
