import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routes } from '#client/routes.ts';
import { fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { readHead } from '../../support/read-head.ts';
import { serve } from '../../support/serve.ts';

describe('statuses', () => {
  it('answers 200 for every route in both languages', async (t) => {
    const { get } = await serve(t);
    for (const { path } of routes) {
      for (const language of ['en', 'ua']) {
        const address = `${path.replace(':slug', 'smart-protective-equipment')}?lang=${language}`;
        const answer = await get(address);
        assert.equal(answer.status, 200, address);
        const html = await answer.text();
        assert.match(html, new RegExp(`<html lang="${language === 'ua' ? 'uk' : 'en'}">`), address);
        assert.equal(html.match(/<h1[ >]/g)?.length, 1, `${address} has one h1`);
      }
    }
  });

  const unknown = [
    '/nope',
    '/news/no-such-article',
    '/news/a/b',
    '/applications/dashboard',
    '/%zz',
    '/news/%zz',
    '/assets/nope.js',
    '/api/nope',
    '/static/nope.svg',
    '/About/x',
  ];
  for (const path of unknown) {
    it(`answers 404 to ${path} before the first byte`, async (t) => {
      const { get } = await serve(t);
      assert.equal((await get(path)).status, 404);
    });
  }

  it('responds with a page for an address that only begins like an API call', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/api-systems-integration%E0');
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
    assert.match((await get('/API/nope%E0')).headers.get('content-type') ?? '', /application\/json/);
  });

  const redirects = [
    ['/News/', '/news'],
    ['/news/', '/news'],
    ['/ABOUT?utm_source=x&a=1', '/about?utm_source=x&a=1'],
    ['/news/smart-protective-equipment/?lang=ua', '/news/smart-protective-equipment?lang=ua'],
  ] as const;
  for (const [from, to] of redirects) {
    it(`redirects ${from} to ${to} permanently, in one step`, async (t) => {
      const { get } = await serve(t);
      const answer = await get(from);
      assert.equal(answer.status, 301);
      assert.equal(answer.headers.get('location'), to);
      assert.equal((await get(to)).status, 200);
    });
  }

  it('refuses methods that a path does not have, and lists those it has', async (t) => {
    const { get } = await serve(t);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
      const answer = await get('/about', { method });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
  });

  for (const [path, allow] of [
    ['/contacts', 'GET, HEAD, POST'],
    ['/gitl', 'GET, HEAD, POST'],
    ['/news/smart-protective-equipment', 'GET, HEAD, POST'],
    ['/news', 'GET, HEAD'],
    ['/api/news', 'GET, HEAD'],
    ['/API/news/1/', 'GET, HEAD'],
    ['/api/news/1/comments', 'GET, HEAD, POST'],
    ['/api/contact', 'POST'],
    ['/API/contact/', 'POST'],
    ['/api/trial/start', 'POST'],
    ['/api/monopay/invoice/create', 'POST'],
  ] as const) {
    it(`lists the methods of ${path}`, async (t) => {
      const { get } = await serve(t);
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const answer = await get(path, { method });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.headers.get('allow'), allow);
      }
    });
  }

  it('names the fault in words on the error page, which has one of several statuses', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    for (const [language, title] of [
      ['en', 'The page could not be shown | Obrii'],
      ['ua', 'Сторінку не вдалося показати | Obrii'],
    ] as const) {
      const answer = await get(`/sandbox/pay/made-up?lang=${language}`);
      assert.equal(answer.status, 503);
      const html = await answer.text();
      assert.equal(readHead(html).title, title);
      assert.doesNotMatch(html, />\s*50\d/);
    }
  });

  it('responds to HEAD as to GET, without a body', async (t) => {
    const { get } = await serve(t);
    // A page may be streamed to one of the two requests, and come from the cache to the other, which has its length.
    const pageHeaders = ['content-type', 'content-encoding', 'vary'];
    const allHeaders = [...pageHeaders, 'content-length', 'etag'];
    for (const [paths, names] of [
      [['/', '/news', '/nope', '/news?page=1&unknown=1'], pageHeaders],
      [['/about.md', '/api/news', '/robots.txt', '/media/news/helmet.svg', '/feed/en.xml'], allHeaders],
    ] as const)
      for (const path of paths)
        for (const accepted of ['br', 'gzip', 'identity']) {
          const headers = { 'accept-encoding': accepted };
          const [head, whole] = [await get(path, { method: 'HEAD', headers }), await get(path, { headers })];
          assert.equal(head.status, whole.status, path);
          for (const name of names)
            assert.equal(head.headers.get(name), whole.headers.get(name), `${name} of ${path}, ${accepted}`);
          assert.equal(await head.text(), '');
        }
  });

  it('responds 304 to a visitor who has the page', async (t) => {
    const { get } = await serve(t);
    const first = await get('/about');
    const again = await get('/about', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  });
});
