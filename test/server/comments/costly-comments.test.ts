import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';

const slugs = articles.map(({ slug }) => slug);

/** Processor time of an article's page and of its Markdown under 20 equal comments, in microseconds: the smallest. */
async function costOf(t: TestContext, content: string): Promise<number> {
  const backend = await fakeBackend(t);
  const date = '2026-01-01T00:00:00Z';
  const comments = Array.from({ length: 20 }, (_, id) => ({ id: `${id}`, author: 'Olha', content, date }));
  backend.respondWith((request, response, body) => {
    if (request.url?.endsWith('/comments')) sendJson(response, 200, comments);
    else answerAsUsual(request, response, body);
  });
  const { get } = await serve(t, { backend });
  let smallest = Infinity;
  for (const slug of slugs) {
    const before = process.cpuUsage();
    for (const path of [`/news/${slug}?lang=en`, `/news/${slug}.md?lang=en`]) {
      const answer = await get(path);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /Olha/);
    }
    smallest = Math.min(smallest, process.cpuUsage(before).user);
  }
  return smallest;
}

describe('comments that the backend stored before white space was limited', () => {
  it('cost a page and its Markdown no more than ordinary ones of the same length', async (t) => {
    // The first site compiles the code for all.
    await costOf(t, 'Thank you.');
    const ordinary = await costOf(t, 'One more word. '.repeat(260));
    for (const space of ['\u3000', '\u00a0', '\n']) {
      const hostile = await costOf(t, `a${space.repeat(3898)}b`);
      assert.ok(hostile < 2 * ordinary, `${JSON.stringify(space)}: ${hostile / ordinary} times as much`);
    }
  });
});
