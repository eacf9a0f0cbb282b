import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { commentsPerPage } from '#shared/list-parts.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';

const [article = { id: '', slug: '' }] = articles;
const page = `/news/${article.slug}`;

/** A site whose article has so many comments; the number can be changed. */
async function serveComments(t: TestContext, { count, freshMs }: { count: number; freshMs?: number }) {
  const backend = await fakeBackend(t);
  const state = { count };
  backend.respondWith((request, response, body) => {
    if (!request.url?.endsWith('/comments')) return answerAsUsual(request, response, body);
    const comments = Array.from({ length: state.count }, (_, position) => ({
      id: String(position + 1),
      author: 'Olha',
      content: `Remark ${position + 1}: it depends.`,
      date: '2026-01-01T00:00:00Z',
    }));
    sendJson(response, 200, comments);
  });
  const site = await serve(t, { backend, answerAges: { freshMs } });
  async function read(path: string) {
    const answer = await site.get(path);
    const numbers = [...(await answer.text()).matchAll(/>Remark (\d+):/g)].map(([, number]) => Number(number));
    return {
      range: [numbers.at(0), numbers.at(-1)],
      isShared: /s-maxage=[1-9]/.test(answer.headers.get('cache-control') ?? ''),
    };
  }
  return { site, state, read };
}

describe('comments that have grown by a page', () => {
  it('have this page in a copy that has read them before, as by a link of another copy', async (t) => {
    const { state, read } = await serveComments(t, { count: commentsPerPage, freshMs: 50 });
    await read(page);
    assert.deepEqual((await read(`${page}?comments=2`)).range, [1, 50], 'an unknown page shows the latest comments');
    state.count = commentsPerPage + 1;
    await wait(100);
    assert.deepEqual((await read(`${page}?comments=2`)).range, [51, 51]);
  });
});

describe('made-up pages of comments', () => {
  it('show the latest comments, and are neither stored nor requested one by one', async (t) => {
    const { site, read } = await serveComments(t, { count: commentsPerPage + 1 });
    await site.html('/news');
    const first = await read(`${page}?comments=900`);
    assert.deepEqual(first, { range: [2, 51], isShared: false }, 'their number was not known before');
    for (let number = 901; number < 920; number += 1) await read(`${page}?comments=${number}`);
    const { headers } = await site.get(`${page}?comments=920`);
    assert.match(headers.get('server-timing') ?? '', /cache;desc=hit/, 'all of them are one stored page');
    assert.equal(site.backend.requestCounts.get(`/api/news/${article.id}/comments`), 1);
  });
});
