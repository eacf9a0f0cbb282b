import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routes } from '#client/routes.ts';
import { fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { hostileNews, wildArticle } from '../../support/hostile.ts';
import { checkHtml, hasJava } from '../../support/nu-checker.ts';
import { urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const java = await hasJava();
const skip = !java && process.env['CI'] !== 'true' && 'there is no Java here, which the Nu Html Checker needs';

describe('the Nu Html Checker', { skip }, () => {
  it('finds neither errors nor warnings in any route in either language', async (t) => {
    const { html } = await serve(t);
    const documents = new Map<string, string>();
    const paths = [
      ...routes.map(({ path }) => path.replace(':slug', 'smart-protective-equipment')),
      '/news/wearable-safety-roi',
      '/news?category=Technology',
      '/news?category=None',
      '/contacts?topic=career',
      '/checkout?status=success',
      '/checkout?status=failed',
      '/checkout?status=success&order=order-waiting',
      '/checkout?status=success&order=order-paid',
      '/gitl?id=machine-1',
      '/news/none',
      '/none',
    ];
    for (const path of paths) {
      for (const language of ['en', 'ua']) {
        const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
        documents.set(address, await html(address));
      }
    }
    assert.deepEqual(await checkHtml(documents), []);
  });

  it('finds none in articles whatever the backend sends', async (t) => {
    const articles = [wildArticle, ...hostileNews];
    const { html } = await serveArticles(t, articles);
    const documents = new Map<string, string>();
    for (const address of ['/news', ...articles.map(({ slug }) => `/news/${slug}`)])
      documents.set(address, await html(address));
    assert.deepEqual(await checkHtml(documents), []);
  });

  it('finds none in the page of a comment whose article cannot be read', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    const documents = new Map<string, string>();
    for (const language of ['en', 'ua']) {
      const address = `/news/a-recent-article?lang=${language}`;
      const answer = await get(address, urlEncoded({ author: 'Olha', content: 'Thank you' }));
      assert.equal(answer.status, 503);
      documents.set(address, await answer.text());
    }
    assert.deepEqual(await checkHtml(documents), []);
  });
});
