import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../support/serve.ts';

const htmlLanguage = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

describe('the language of the first byte', () => {
  const cases: [title: string, path: string, headers: Record<string, string>, expected: string][] = [
    ['is the operator’s default for a visitor who says nothing', '/', {}, 'en'],
    ['follows Accept-Language', '/', { 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.5' }, 'uk'],
    ['takes the better of two accepted ones', '/', { 'accept-language': 'uk;q=0.3, en;q=0.8' }, 'en'],
    ['is the default for a language that the site does not speak', '/', { 'accept-language': 'ja' }, 'en'],
    ['follows the cookie before Accept-Language', '/', { cookie: 'a=b; language=ua', 'accept-language': 'en' }, 'uk'],
    ['follows the address before the cookie', '/?lang=en', { cookie: 'language=ua' }, 'en'],
    ['ignores a language that there is not', '/?lang=de', { cookie: 'language=xx', 'accept-language': 'uk' }, 'uk'],
  ];
  for (const [title, path, headers, expected] of cases) {
    it(title, async (t) => {
      const { html } = await serve(t);
      assert.equal(htmlLanguage(await html(path, { headers })), expected);
    });
  }

  it('is Ukrainian when the operator has set that', async (t) => {
    const { html } = await serve(t, { config: { defaultLanguage: 'ua' } });
    assert.equal(htmlLanguage(await html('/')), 'uk');
  });

  it('is stored in the cookie when the address names it, and used for later addresses', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/?lang=ua', { headers: { cookie: 'language=en' } });
    assert.match(answer.headers.get('set-cookie') ?? '', /^language=ua; Path=\/; Max-Age=31536000; SameSite=Lax/);
    const known = await get('/?lang=ua', { headers: { cookie: 'language=ua' } });
    assert.equal(known.headers.get('set-cookie'), null);
  });

  it('is in the headers for caches', async (t) => {
    const { get } = await serve(t);
    assert.match((await get('/about')).headers.get('vary') ?? '', /Accept-Language, Cookie/);
    // A visitor without a cookie must get one, so that a cache does not store one page for visitors with and without
    // it.
    for (const cookie of ['', 'language=en']) {
      const vary = (await get('/about?lang=en', { headers: { cookie } })).headers.get('vary') ?? '';
      assert.match(vary, /Cookie/);
      assert.doesNotMatch(vary, /Accept-Language/);
    }
  });

  it('serves the texts of a page under their hash, for ever', async (t) => {
    const { get, html } = await serve(t);
    const version = /"textsVersion":"(\w+)"/.exec(await html('/'))?.[1];
    const answer = await get(`/texts/${version}/ua/about.json`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
    const texts = (await answer.json()) as Record<string, unknown>;
    assert.ok('about' in texts && 'navbar' in texts && 'footer' in texts);
    assert.ok(!('gitl' in texts), 'only what the page needs');
    assert.equal((await get('/texts/other/ua/about.json')).status, 404);
    assert.equal((await get(`/texts/${version}/de/about.json`)).status, 404);
  });

  it('is that of refusals in plain text too', async (t) => {
    const { get } = await serve(t);
    for (const [cookie, tag, words] of [
      ['language=ua', 'uk', /^Ця адреса не приймає/],
      ['language=en', 'en', /^This address does not accept/],
    ] as const) {
      const answer = await get('/about', { method: 'PUT', headers: { cookie } });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('content-language'), tag);
      assert.match(await answer.text(), words);
    }
  });

  for (const [title, path, init, status, words] of [
    ['a file that is not there', '/assets/gone.js', {}, 404, /^За цією адресою нічого немає/],
    ['a feed in a third language', '/feed/de.xml', {}, 404, /^За цією адресою нічого немає/],
    ['a link preview of no article', '/og/news/gone-ua.png', {}, 404, /^За цією адресою нічого немає/],
    ['a picture that no article names', '/media/gone.png', {}, 404, /^За цією адресою нічого немає/],
    ['a form of another kind', '/contacts', { method: 'POST', body: '{}' }, 415, /^Форму надіслано у форматі/],
    ['a body that is too long', '/gitl', { method: 'POST', body: 'x'.repeat(100_000) }, 413, /^Надіслано забагато/],
    ['an address with too many parameters', `/about?${'a=1&'.repeat(99)}`, {}, 400, /^Запит не вдалося прочитати/],
  ] as [string, string, RequestInit, number, RegExp][]) {
    it(`is that of the response to ${title}`, async (t) => {
      const { get } = await serve(t);
      const answer = await get(path, { ...init, headers: { cookie: 'language=ua', 'content-type': 'text/plain' } });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('content-language'), 'uk');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.match(await answer.text(), words);
    });
  }
});
