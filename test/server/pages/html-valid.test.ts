import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { routes } from '#client/routes.ts';
import { articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { hostileNews, wildArticle } from '../../support/hostile.ts';
import { checkHtml, hasJava } from '../../support/nu-checker.ts';
import { urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const java = await hasJava();
const skip = !java && process.env['CI'] !== 'true' && 'there is no Java here, which the Nu Html Checker needs';

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

type Documents = [name: string, html: string][];

/** Every route in both languages. */
async function readRoutes(t: TestContext): Promise<Documents> {
  const { html } = await serve(t);
  const documents: Documents = [];
  for (const path of paths)
    for (const language of languageNames) {
      const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      documents.push([address, await html(address)]);
    }
  return documents;
}

/** Pages whose lists arrive after the rest. */
async function readStreamed(t: TestContext): Promise<Documents> {
  const slug = articles[0]?.slug ?? '';
  const documents: Documents = [];
  for (const address of ['/news', `/news/${slug}`, '/ml-integration']) {
    const { backend, letGo } = await holdingBackend(t, (path) => !path.endsWith(`/${slug}`));
    const { get } = await serve(t, { backend });
    const answer = await get(address);
    letGo();
    const html = await answer.text();
    assert.match(html, /id="S:0"/, `a part of ${address} was sent later`);
    documents.push([`${address}, streamed`, html]);
  }
  return documents;
}

/** The list of a hostile backend's articles, and each of them. */
async function readHostileArticles(t: TestContext): Promise<Documents> {
  const articles = [wildArticle, ...hostileNews];
  const { html } = await serveArticles(t, articles);
  const documents: Documents = [];
  for (const address of ['/news', ...articles.map(({ slug }) => `/news/${slug}`)])
    documents.push([`${address} of a hostile backend`, await html(address)]);
  return documents;
}

/** The page of a comment whose article cannot be read. */
async function readUnreadableArticle(t: TestContext): Promise<Documents> {
  const backend = await fakeBackend(t);
  const { get } = await serve(t, { backend });
  backend.respondWith((_request, response) => sendJson(response, 500, {}));
  const documents: Documents = [];
  for (const language of languageNames) {
    const address = `/news/a-recent-article?lang=${language}`;
    const answer = await get(address, urlEncoded({ author: 'Olha', content: 'Thank you' }));
    assert.equal(answer.status, 503);
    documents.push([`${address}, posted`, await answer.text()]);
  }
  return documents;
}

describe('the Nu Html Checker', { skip }, () => {
  it('finds neither errors nor warnings in any route, in hostile articles, in streamed pages, and in an article that cannot be read', async (t) => {
    // In one run, because each run starts Java and loads the rules of the checker.
    const documents = new Map([
      ...(await readRoutes(t)),
      ...(await readStreamed(t)),
      ...(await readHostileArticles(t)),
      ...(await readUnreadableArticle(t)),
    ]);
    assert.deepEqual(await checkHtml(documents), []);
  });
});
