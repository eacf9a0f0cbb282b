import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths, purchase, serveWith, trial, type Fault } from '../../support/activation.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { shown, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

describe('the activation form without JavaScript', () => {
  it('starts a trial and redirects to a page that confirms it', async (t) => {
    const { get, html, backend } = await serve(t);
    const answer = await get('/gitl', urlEncoded({ plan: 'trial', ...trial }));
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/gitl?trial=started#activate']);
    assert.deepEqual(backend.sent, [[paths.trial, trial]]);
    const started = await html('/gitl?trial=started');
    assert.match(shown(started), /<h3[^>]*><span[^>]*>Trial started successfully! You can now use the extension\./);
    assert.match(started, /<title>Done: GITL/);
    assert.match(await html('/gitl?trial=started&lang=ua'), /<title>Готово: GITL/);
  });

  it('leads to the payment by its own page, because the policy forbids the redirect', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/gitl', urlEncoded(purchase));
    const html = shown(await answer.text());
    assert.equal(answer.status, 200);
    assert.match(html, /<a class="button" href="https:\/\/pay\.example\/invoice\/1"/);
    assert.match(html, /http-equiv="refresh" content="0; url=https:\/\/pay\.example\/invoice\/1"/);
  });

  it('bills in the language of the page', async (t) => {
    const { get, backend } = await serve(t);
    await get('/gitl', { ...urlEncoded({ ...purchase, language: 'ua' }), headers: { 'accept-language': 'en' } });
    assert.equal((backend.sent[0]?.[1] as { ccy: number }).ccy, 980);
  });

  it('is shown again with all errors and all values', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get('/gitl', urlEncoded({ machine_id: '"><img src=x>', email: 'marta@steppe' }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /<title>Error: /);
    assert.match(html, /Choose a plan first\./);
    assert.match(html, /This is not a valid email address\./);
    assert.match(html, /value="marta@steppe"/);
    assert.ok(!html.includes('<img src=x>'));
    assert.deepEqual(backend.sent, []);
  });

  it('shows the errors in Ukrainian', async (t) => {
    const { get } = await serve(t);
    const html = shown(
      await (await get('/gitl?lang=ua', urlEncoded({ plan: 'monthly', machine_id: '', email: '' }))).text(),
    );
    assert.match(html, /Укажіть ідентифікатор комп’ютера/);
    assert.match(html, /Укажіть електронну пошту/);
  });

  it('keeps the values and shows the reason of the backend when the backend refuses', async (t) => {
    const { get } = await serveWith(t, (_, res) => sendJson(res, 400, { error: 'This machine <has> a licence' }));
    const answer = await get('/gitl', urlEncoded({ plan: 'trial', ...trial }));
    const html = shown(await answer.text());
    assert.equal(answer.status, 422);
    assert.match(html, /This machine &lt;has&gt; a licence/);
    assert.match(html, /value="marta@steppe\.example"/);
  });

  for (const [title, fault, status] of [
    ['fails', (_request, response) => sendJson(response, 500, {}), 502],
    [
      'refuses connections',
      (request) => {
        request.socket.destroy();
      },
      502,
    ],
    ['is silent', () => undefined, 504],
  ] as [string, Fault, number][]) {
    it(`keeps the values when the backend ${title}`, async (t) => {
      const { get } = await serveWith(t, fault, 300);
      for (const plan of ['trial', 'monthly']) {
        const answer = await get('/gitl', urlEncoded({ plan, ...trial }));
        assert.equal(answer.status, status);
        assert.match(shown(await answer.text()), /value="marta@steppe\.example"/);
      }
    });
  }
});
