import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newsPerPage } from '#shared/list-parts.ts';
import { fakeBackend } from '../../support/fake-backend.ts';
import { answerManyArticles } from '../../support/many-articles.ts';
import { serve } from '../../support/serve.ts';

const count = 2500;

describe('a backend with 2,500 articles', () => {
  for (const [what, isBrief] of [
    ['without their texts', true],
    ['with their texts, 1,000 of which are too long for an answer', false],
  ] as const)
    it(`that sends them ${what} has all of them in the sitemap, and the newest in feeds and lists`, async (t) => {
      const backend = await fakeBackend(t);
      const answer = answerManyArticles({ count, knowsParts: true });
      backend.respondWith((request, response) => {
        if (!isBrief) delete request.headers.prefer;
        answer(request, response);
      });
      const site = await serve(t, { backend });
      const read = async (path: string) => (await site.get(path)).text();
      const slugsOf = (text: string) =>
        new Set([...text.matchAll(/\/news\/(article-\d+)[?"]/g)].map(([, slug]) => slug));
      assert.equal(slugsOf(await read('/sitemap.xml')).size, count);
      assert.equal(slugsOf(await read('/feed/en.xml')).size, newsPerPage);
      const { status } = await site.get('/media/-/pictures/2400.svg');
      assert.equal(status, 200, 'the picture of an article on a late page of the list');
      const last = Math.ceil(count / newsPerPage);
      assert.ok(slugsOf(await read(`/news?page=${last}`)).has(`article-${count - 1}`));
      assert.equal((await site.get(`/news?page=${last + 1}`)).status, 404);
    });
});
