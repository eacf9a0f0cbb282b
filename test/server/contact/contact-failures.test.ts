import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contactFormData, pdf } from '../../support/contact.ts';
import { fakeBackend, sendJson, type FakeBackend } from '../../support/fake-backend.ts';
import { form } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

describe('a backend that confirms with another status of success', () => {
  it('has stored the message, with JavaScript and without', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    backend.respondWith((_request, response) => sendJson(response, 201, { status: 'ok' }));
    assert.equal((await get('/api/contact', form(contactFormData()))).status, 200);
    const fields = { timestamp: '', privacyTerms: 'on', message: 'Another letter, without a script' };
    assert.equal((await get('/contacts', form(contactFormData(fields)))).status, 303);
  });
});

describe('a backend that fails', () => {
  const failures: [title: string, handler: Parameters<FakeBackend['respondWith']>[0], status: number, body: unknown][] =
    [
      [
        'with 400 and a text',
        (_request, response) => sendJson(response, 400, { error: 'Blocked sender' }),
        400,
        { error: 'Blocked sender' },
      ],
      ['with 400 and no text', (_request, response) => sendJson(response, 400, {}), 400, { error: 'failed' }],
      ['with 500', (_request, response) => sendJson(response, 500, { error: 'stack' }), 500, { error: 'failed' }],
      [
        'with 418',
        (_request, response) => sendJson(response, 418, { error: 'I am a teapot' }),
        418,
        { error: 'I am a teapot' },
      ],
      [
        'with a page in place of JSON',
        (_request, response) => {
          response.writeHead(503).end('<h1>Down</h1>');
        },
        503,
        { error: 'failed' },
      ],
      [
        'by closing the connection',
        (req) => {
          req.socket.destroy();
        },
        502,
        { error: 'backendRefused' },
      ],
      [
        'with a success without content',
        (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end();
        },
        502,
        { error: 'backendRefused' },
      ],
      ['by saying nothing', () => undefined, 504, { error: 'backendSilent' }],
    ];

  for (const withFile of [false, true]) {
    for (const [title, handler, status, body] of failures) {
      it(`${title} becomes a clear answer${withFile ? ', with a file too' : ''}, and a retry is sent`, async (t) => {
        const backend = await fakeBackend(t);
        const { get } = await serve(t, { backend, ...(status === 504 && { timeoutMs: 400 }) });
        const post = () =>
          get('/api/contact', form(contactFormData({}, withFile ? { content: pdf(300_000) } : undefined)));
        backend.respondWith(handler);
        const answer = await post();
        assert.equal(answer.status, status);
        assert.deepEqual(await answer.json(), body);
        backend.respondWith(null);
        // A slow machine may need more than the short timeout, so this retry may have to be sent again.
        if (status === 504) await until('a retry is sent', async () => (await post()).status === 200);
        else assert.equal((await post()).status, 200);
      });
    }
  }

  it('by refusing connections is a 502', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    await backend.close();
    const answer = await get('/api/contact', form(contactFormData()));
    assert.equal(answer.status, 502);
    assert.deepEqual(await answer.json(), { error: 'backendRefused' });
  });

  it('leaves no data of the visitor in the log', async (t) => {
    const backend = await fakeBackend(t);
    const { get, logged } = await serve(t, { backend });
    await backend.close();
    await get('/api/contact', form(contactFormData()));
    const log = JSON.stringify(logged);
    assert.match(log, /a message could not be sent to the backend/);
    for (const text of ['olha@', 'Olha', 'Kovalenko', 'harbour pilot']) assert.ok(!log.includes(text), text);
  });
});
