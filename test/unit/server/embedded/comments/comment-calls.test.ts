import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishArticle } from '#server/embedded/news/articles.ts';
import { addArticle, editor } from '../../../../support/articles.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { json } from '../../../../support/posts.ts';
import { serveNews } from '../../../../support/serve-news.ts';

const start = Date.UTC(2026, 11, 1, 10);

describeOnBoth('the calls of the comments', (newPlace) => {
  it('list the requested part of the comments, from the start or from the end', async (t) => {
    const { storage, origin } = await serveNews(t, newPlace, start);
    const date = new Date(start).toISOString();
    const { id } = await storage.write(async (database) => {
      const draft = await addArticle(database, { date }, start);
      await publishArticle(database, draft, { who: editor, now: start });
      for (const [content, state] of [
        ['1', 'shown'],
        ['held', 'held'],
        ['2', 'shown'],
        ['3', 'shown'],
      ] as const)
        await database
          .insertInto('comments')
          .values({ news_id: draft.id, author: 'Olha', content, date, state })
          .execute();
      return draft;
    });
    const read = async (range: string | null, newsId = id) => {
      const answer = await fetch(`${origin}/api/news/${newsId}/comments`, range === null ? {} : { headers: { range } });
      const list = (await answer.json()) as { content: string }[];
      return [answer.status, list.map(({ content }) => content).join(' '), answer.headers.get('content-range')];
    };
    assert.deepEqual(await read(null), [200, '1 2 3', null]);
    assert.deepEqual(await read('items=1-1'), [206, '2', 'items 1-1/3']);
    assert.deepEqual(await read('items=-2'), [206, '2 3', 'items 1-2/3']);
    assert.deepEqual(await read('items=-50'), [206, '1 2 3', 'items 0-2/3']);
    assert.deepEqual(await read('items=3-9'), [416, '', 'items */3']);
    assert.deepEqual(await read('items=-0'), [416, '', 'items */3']);
    assert.deepEqual(await read('items=-'), [200, '1 2 3', null]);
    assert.deepEqual(await read('items=2-1'), [200, '1 2 3', null]);
    assert.deepEqual(await read('items=-2', 'no-such'), [416, '', 'items */0']);
  });

  it('do not prepare stored comments again to compare them with a new one', async (t) => {
    const { storage, origin } = await serveNews(t, newPlace, start);
    const date = new Date(start).toISOString();
    const id = await storage.write(async (database) => {
      const draft = await addArticle(database, { date }, start);
      await publishArticle(database, draft, { who: editor, now: start });
      return draft.id;
    });
    // NFKC makes 18 characters of each of these.
    const content = '\ufdfa'.repeat(1000);
    const store = (count: number) =>
      storage.write(async (database) => {
        for (let number = 0; number < count; number += 1)
          await database.insertInto('comments').values({ news_id: id, author: 'Olha', content, date }).execute();
      });
    let posted = 0;
    let compared = 0;
    const { normalize } = String.prototype;
    t.mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
      compared += this.length;
      return normalize.call(this, form);
    });
    /** The number of characters that are prepared to be compared with a new comment. */
    async function costOfPost(): Promise<number> {
      posted += 1;
      const before = compared;
      const comment = json({ author: 'Olha', content: `This is new comment number ${posted}` });
      const answer = await fetch(`${origin}/api/news/${id}/comments`, comment);
      assert.equal(answer.status, 201);
      return compared - before;
    }
    await store(50);
    const few = await costOfPost();
    await store(750);
    const many = await costOfPost();
    assert.ok(many <= few + 100, `${few} and then ${many} characters`);
  });
});
