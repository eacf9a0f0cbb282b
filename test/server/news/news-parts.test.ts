import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { commentsPerPage, newsPerPage } from '#shared/list-parts.ts';
import { answerAsUsual, fakeBackend } from '../../support/fake-backend.ts';
import { answerManyArticles } from '../../support/many-articles.ts';
import { serve } from '../../support/serve.ts';

/** A site whose backend has so many articles; it knows parts of lists, or does not. */
async function siteWith(t: TestContext, { count, knowsParts }: { count: number; knowsParts: boolean }) {
  const backend = await fakeBackend(t);
  const ranges: string[] = [];
  backend.respondWith(answerManyArticles({ count, knowsParts }, (range) => ranges.push(range)));
  const { origin } = await serve(t, { backend });
  const read = async (path: string) => {
    const answer = await fetch(origin + path);
    return { status: answer.status, html: await answer.text() };
  };
  return { origin, backend, ranges, read };
}

const cardsOf = (html: string) => new Set([...html.matchAll(/href="\/news\/(article-\d+)"/g)].map(([, slug]) => slug));
const listOf = (html: string) => html.slice(html.indexOf('id="list"'));

for (const knowsParts of [true, false])
  describe(`a backend with 200 articles that ${knowsParts ? 'knows parts of lists' : 'answers its whole list'}`, () => {
    it('is shown page by page, every article once', async (t) => {
      const { read } = await siteWith(t, { count: 200, knowsParts });
      const seen = new Set<string | undefined>();
      const pages = Math.ceil(200 / newsPerPage);
      for (let page = 1; page <= pages; page += 1) {
        const { status, html } = await read(page === 1 ? '/news' : `/news?page=${page}`);
        assert.equal(status, 200);
        assert.ok(brotliCompressSync(html).length < 20_000);
        const cards = cardsOf(listOf(html));
        assert.equal(cards.size, page < pages ? newsPerPage : 200 % newsPerPage);
        for (const slug of cards) seen.add(slug);
        assert.equal(html.includes(`href="/news?page=${page + 1}#list"`), page < pages, `a link after page ${page}`);
      }
      assert.equal(seen.size, 200);
    });

    it('has pages of each category, a title for each page, and none beyond the last', async (t) => {
      const { read } = await siteWith(t, { count: 200, knowsParts });
      const { html } = await read('/news?category=General&page=2');
      assert.ok([...cardsOf(listOf(html))].every((slug) => Number(slug?.split('-')[1]) % 2 === 1));
      assert.match(html, /<title>General · Page 2: /);
      assert.match(html, /<link rel="canonical" href="[^"]*\/news\?category=General&amp;page=2&amp;lang=en"/);
      for (const page of ['10', '0', '-1', '1e2', '99999999999', 'x', '']) {
        for (const attempt of ['first', 'second'])
          assert.equal((await read(`/news?page=${page}`)).status, 404, `page "${page}", ${attempt} time`);
      }
    });
  });

describe('a list of news that has grown by a page', () => {
  it('has this page also while only the page is requested, as by a link of another copy', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith(answerManyArticles({ count: newsPerPage, knowsParts: true }));
    const { get } = await serve(t, { backend, answerAges: { freshMs: 50 } });
    const statusOf = async (path: string) => (await get(path)).status;
    assert.equal(await statusOf('/news'), 200);
    assert.equal(await statusOf('/news?page=2'), 404);
    backend.respondWith(answerManyArticles({ count: newsPerPage + 1, knowsParts: true }));
    await wait(100);
    assert.equal(await statusOf('/news?page=2'), 200);
    assert.equal(await statusOf('/news?page=3'), 404);
    backend.respondWith((_request, response) => response.writeHead(500).end());
    await wait(100);
    assert.equal(await statusOf('/news?page=3'), 503, 'while the backend fails, the list may have grown again');
  });
});

describe('a backend that refuses parts of lists', () => {
  it('is read by its whole list', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.headers.range) response.writeHead(416).end();
      else answerAsUsual(request, response, body);
    });
    const { html } = await serve(t, { backend });
    assert.match(await html('/news'), /href="\/news\/smart-protective-equipment"/);
    assert.equal(backend.requestCounts.get('/api/news'), 2);
  });
});

describe('a backend with 10,000 articles', () => {
  it('is in the sitemap as a whole, and read in parts', async (t) => {
    const { read, ranges } = await siteWith(t, { count: 10_000, knowsParts: true });
    const { html } = await read('/sitemap.xml');
    const listed = new Set([...html.matchAll(/<loc>[^<]*\/news\/(article-\d+)\?/g)].map(([, slug]) => slug));
    assert.equal(listed.size, 10_000);
    assert.equal(ranges.length, 10);
    await read('/sitemap.xml');
    assert.equal(ranges.length, 10, 'the list is fetched once a minute');
  });

  it('gets no request for pages that do not exist', async (t) => {
    const { read, ranges } = await siteWith(t, { count: 10_000, knowsParts: true });
    await read('/news');
    const before = ranges.length;
    for (let page = 1000; page < 1050; page += 1) {
      assert.equal((await read(`/news?page=${page}`)).status, 404);
      assert.equal((await read(`/api/news?page=${page}`)).html, '[]');
    }
    assert.equal(ranges.length, before);
  });

  it('shows a picture in the text of an old article, which is in no list', async (t) => {
    const { origin } = await siteWith(t, { count: 1000, knowsParts: true });
    const picture = `${origin}/media/-/pictures/in-the-text.svg`;
    assert.equal((await fetch(picture)).status, 404);
    assert.equal((await fetch(picture, { headers: { referer: `${origin}/news/article-9999` } })).status, 404);
    assert.equal((await fetch(picture, { headers: { referer: `${origin}/news/article-700` } })).status, 200);
  });
});

describe('an article with 1,000 comments', () => {
  it('shows the latest, and links to all of them', async (t) => {
    const { read } = await siteWith(t, { count: 5, knowsParts: true });
    const numbersOf = (html: string) =>
      new Set([...html.matchAll(/>Remark number (\d+):/g)].map(([, number]) => Number(number)));
    const { html } = await read('/news/article-1');
    assert.ok(brotliCompressSync(html).length < 20_000);
    assert.deepEqual([Math.min(...numbersOf(html)), Math.max(...numbersOf(html))], [951, 1000]);
    assert.match(html, /1,?000 comments/);
    const seen = numbersOf(html);
    let next = /href="(\/news\/article-1\?comments=\d+)#comments"/.exec(html)?.[1];
    for (let hops = 0; next && hops < 30; hops += 1) {
      const { html: earlier } = await read(next);
      for (const number of numbersOf(earlier)) seen.add(number);
      const page = Number(/comments=(\d+)/.exec(next)?.[1]);
      next =
        page > 1
          ? new RegExp(`href="(/news/article-1\\?comments=${page - 1})#comments"`).exec(earlier)?.[1]
          : undefined;
    }
    assert.equal(seen.size, 1000);
    assert.equal(seen.size % commentsPerPage, 0);
  });
});
