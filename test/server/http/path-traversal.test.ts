import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawGet, speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';

describe('paths that leave static/', () => {
  const paths = [
    '/../package.json',
    '/static/../package.json',
    '/static/../../package.json',
    '/assets/../../package.json',
    '/assets/../server/main.js',
    '/static/%2e%2e/package.json',
    '/static/%2e%2e%2fpackage.json',
    '/static/..%2fpackage.json',
    '/static/..%5cpackage.json',
    '/static/..\\package.json',
    '/assets/%252e%252e/%252e%252e/package.json',
    '/static/%c0%ae%c0%ae/package.json',
    '/static/%u002e%u002e/package.json',
    '/static/....//package.json',
    '/static/.%00./package.json',
    '/static/..;/package.json',
    '//etc/passwd',
    '/static//etc/passwd',
    '/%2fetc%2fpasswd',
    '/static/%2fetc%2fpasswd',
    '/..%2f..%2f..%2fetc/passwd',
    '/.env',
    '/.git/config',
    '/static/.git/HEAD',
    '/media/../api/news',
    '/media/%2e%2e/api/news/1',
    '/media/..%2fapi%2fnews',
    '/texts/../../package/en.json',
    '/texts/a/..%2f..%2fpackage/home.json',
  ];
  for (const path of paths) {
    it(`${path} is answered 4xx and shows nothing`, async (t) => {
      const site = await serve(t);
      const { status, text } = await speak(site.origin, rawGet(path));
      assert.ok((status >= 400 && status < 500) || status === 301, `${status}`);
      assert.doesNotMatch(text, /"private": true|root:x:|createRequire|\[core\]|ref: refs/);
      for (const asked of site.backend.requestCounts.keys())
        assert.doesNotMatch(asked, /^\/media\/.*(\.\.|%2e%2e)|^\/api\/news\/1$/i);
    });
  }

  for (const path of [
    '/desk/\\..\\..\\internal',
    '/desk/x\\..\\sign-in',
    '/desk/sign-in#',
    '/a\\..\\about',
    '/about#?a=1',
  ])
    it(`${path} is answered 400, because its endpoint would be another one than its address`, async (t) => {
      const site = await serve(t);
      assert.equal((await speak(site.origin, rawGet(path))).status, 400);
      assert.deepEqual([...site.backend.requestCounts.keys()], []);
    });

  it('are allowed in a query', async (t) => {
    const site = await serve(t);
    assert.equal((await speak(site.origin, rawGet('/about?from=c:\\work'))).status, 200);
  });

  it('to a page are answered 404, and change nothing for other addresses that do not exist', async (t) => {
    const site = await serve(t);
    for (const path of ['/%2e%2e/about', '/a/../about', '/./about', '/about/.']) {
      assert.equal((await speak(site.origin, rawGet(path))).status, 404, path);
      assert.equal((await site.get('/nothing')).status, 404, path);
    }
  });
});
