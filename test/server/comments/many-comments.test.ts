import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { commentsPerPage } from '#shared/list-parts.ts';
import { articles, answerAsUsual, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serveDesk } from '../../support/desk.ts';
import { serve, type Served } from '../../support/serve.ts';

const [article = { id: '', slug: '' }] = articles;
const page = `/news/${article.slug}`;
/** Comments of the maximum length, whose texts begin with their numbers. */
const contentOf = (number: number) => `Remark ${number}: `.padEnd(4000, 'Це важливо. ');

const numbersOf = (html: string) =>
  [...html.matchAll(/<p dir="auto">Remark (\d+):/g)].map(([, number]) => Number(number));
const from = (first: number, count: number) => Array.from({ length: count }, (_, position) => first + position);
/** Reads the page twice: the first response may be streamed, and those are not cached. */
async function readStored(get: Served['get'], path = page): Promise<Response> {
  await (await get(path)).arrayBuffer();
  return get(path);
}
const isPublic = (answer: Response) => /s-maxage=[1-9]/.test(answer.headers.get('cache-control') ?? '');

/** A site before a backend without parts of lists, whose article has so many comments. */
async function serveWholeList(t: TestContext, count: number): Promise<Served> {
  const backend = await fakeBackend(t);
  const comments = from(1, count).map((number) => ({
    id: String(number),
    author: 'Olha',
    content: contentOf(number),
    date: '2026-01-01T00:00:00Z',
  }));
  backend.respondWith((request, response, body) => {
    if (request.url?.endsWith('/comments')) sendJson(response, 200, comments);
    else answerAsUsual(request, response, body);
  });
  return serve(t, { backend });
}

describe('an article with 1,500 comments of the maximum length', () => {
  it('shows the newest ones on a page that is cached, and the others on pages of their own', async (t) => {
    const { get, storage, backendOrigin, logged } = await serveDesk(t);
    const date = new Date().toISOString();
    await storage.write(async (database) => {
      for (const number of from(1, 1500))
        await database
          .insertInto('comments')
          .values({ news_id: article.id, author: 'Olha', content: contentOf(number), date })
          .execute();
    });
    const answer = await readStored(get);
    const html = await answer.text();
    assert.ok(isPublic(answer));
    assert.deepEqual(numbersOf(html), from(1451, 50));
    assert.match(html, /1,?500 comments/);
    for (const [number, first] of [
      [29, 1401],
      [1, 1],
    ] as const) {
      const earlier = await get(`${page}?comments=${number}`);
      assert.equal(earlier.status, 200);
      assert.deepEqual(numbersOf(await earlier.text()), from(first, commentsPerPage));
    }
    assert.deepEqual(numbersOf(await (await get(`${page}?comments=31`)).text()), from(1451, 50));
    const part = await fetch(`${backendOrigin}/api/news/${article.id}/comments`, { headers: { range: 'items=-50' } });
    assert.equal(part.headers.get('content-range'), 'items 1450-1499/1500');
    assert.ok((await part.arrayBuffer()).byteLength < 1_000_000);
    assert.deepEqual(
      logged.filter(({ level }) => Number(level) >= 40),
      [],
    );
  });
});

describe('an article of a backend without parts of lists', () => {
  it('shows the newest of the comments that fit into an answer', async (t) => {
    const { get } = await serveWholeList(t, 500);
    const answer = await readStored(get);
    assert.ok(isPublic(answer));
    assert.deepEqual(numbersOf(await answer.text()), from(451, 50));
    assert.deepEqual(numbersOf(await (await get(`${page}?comments=2`)).text()), from(51, 50));
  });

  it('is cached and shows no comments when they do not fit, and the log says why', async (t) => {
    const { get, logged } = await serveWholeList(t, 1500);
    const answer = await readStored(get);
    assert.ok(isPublic(answer));
    assert.deepEqual(numbersOf(await answer.text()), []);
    // On a slow machine the backend may also be reported as slow, at first.
    const warnings = logged.filter(({ level, msg }) => Number(level) >= 40 && /comments/.test(String(msg)));
    const texts = warnings.map(({ msg }) => msg);
    assert.deepEqual(texts, ['the comments are longer than the limit of an answer, so none is shown']);
  });
});
