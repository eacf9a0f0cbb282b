import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it, type TestContext } from 'node:test';
import express from 'express';
import { decideComments, type decisions } from '#server/embedded/desk/comments.ts';
import { createIdempotentWrite } from '#server/embedded/idempotency.ts';
import { publishArticle, unpublishArticle } from '#server/embedded/news/articles.ts';
import { newsCalls, newsChangeCalls } from '#server/embedded/news/news-calls.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { addArticle, editor } from '../../../../support/articles.ts';
import { describeOnBoth, type NewPlace } from '../../../../support/databases.ts';
import { listen } from '../../../../support/listen.ts';

const start = Date.UTC(2026, 11, 1, 10);
const hourMs = 3_600_000;

/** Serves the calls of the news with a clock that the test sets. */
async function serveNews(t: TestContext, newPlace: NewPlace) {
  const storage = await openStorage(await newPlace(t));
  const clock = { now: start };
  const app = express();
  const comments = { mode: 'open' as const, hasWebhook: false };
  app.use(
    '/api/news-changes',
    newsChangeCalls(storage, () => clock.now),
  );
  app.use(
    '/api/news',
    newsCalls(storage, createIdempotentWrite(storage), comments, () => clock.now),
  );
  const origin = await listen(t, createServer(app));
  t.after(() => storage.close());
  const get = async (path: string) => {
    const answer = await fetch(origin + path);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { storage, clock, get, origin };
}

type Served = Awaited<ReturnType<typeof serveNews>>;

/** Returns the names of all calls whose responses contain an article with this slug and category. */
async function findPlaces({ get }: Served, slug: string, category: string, id: string): Promise<string[]> {
  const has = (body: unknown) => (body as { slug: string }[]).some((item) => item.slug === slug);
  const places: string[] = [];
  if (has((await get('/api/news')).body)) places.push('list');
  if (has((await get(`/api/news?category=${category}`)).body)) places.push('category');
  if (has((await get('/api/news/featured')).body)) places.push('featured');
  const categories = (await get('/api/news/categories')).body as { name: string }[];
  if (categories.some(({ name }) => name === category)) places.push('count');
  if ((await get(`/api/news/${slug}`)).status === 200) places.push('item');
  if (((await get(`/api/news/${id}/comments`)).body as unknown[]).length > 0) places.push('comments');
  return places;
}

const everywhere = ['list', 'category', 'featured', 'count', 'item', 'comments'];

describeOnBoth('the calls of the news', (newPlace) => {
  it('show a scheduled article from its date on, in every call', async (t) => {
    const served = await serveNews(t, newPlace);
    const { storage, clock, get, origin } = served;
    const date = new Date(start + hourMs).toISOString();
    const draft = await storage.write((database) =>
      addArticle(database, { date, category: 'Harbours', featured: true }, start),
    );
    await storage.write((database) =>
      database
        .insertInto('comments')
        .values({ news_id: draft.id, author: 'Olha', content: 'Thank you', date: new Date(start).toISOString() })
        .execute(),
    );
    const find = () => findPlaces(served, draft.slug, 'Harbours', draft.id);
    const lastChange = async () => ((await get('/api/news-changes')).body as { last: string }).last;
    assert.deepEqual(await find(), []);
    await storage.write((database) => publishArticle(database, draft, { who: editor, now: start }));
    assert.deepEqual(await find(), []);
    const comment = { author: 'Olha', content: 'Thank you very much' };
    const post = () =>
      fetch(`${origin}/api/news/${draft.id}/comments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(comment),
      });
    assert.equal((await post()).status, 404);
    const before = await lastChange();
    clock.now = start + hourMs - 1;
    assert.deepEqual([await find(), await lastChange()], [[], before]);
    clock.now = start + hourMs;
    assert.deepEqual(await find(), everywhere);
    assert.notEqual(await lastChange(), before);
    assert.equal((await post()).status, 201);
  });

  it('report a change after each action that visitors notice, also within one millisecond', async (t) => {
    const { storage, get } = await serveNews(t, newPlace);
    const lastChange = async () => ((await get('/api/news-changes')).body as { last: string }).last;
    const seen = [await lastChange()];
    const actor = { who: editor, now: start };
    let row = await storage.write((database) => addArticle(database, {}, start));
    assert.equal(await lastChange(), seen[0], 'a draft changes nothing');
    for (const act of [publishArticle, unpublishArticle, publishArticle]) {
      ({ row } = await storage.write((database) => act(database, row, actor)));
      seen.push(await lastChange());
    }
    assert.equal(new Set(seen).size, seen.length);
  });

  it('list the requested part of the comments, from the start or from the end', async (t) => {
    const { storage, origin } = await serveNews(t, newPlace);
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

  it('have another last change after a decision about a comment that visitors see, and after no other', async (t) => {
    const { storage, get } = await serveNews(t, newPlace);
    const date = new Date(start).toISOString();
    const add = (slug: string) =>
      storage.write(async (database) => {
        const draft = await addArticle(database, { date, slug }, start);
        await publishArticle(database, draft, { who: editor, now: start });
        for (const state of ['shown', 'held', 'held'] as const)
          await database
            .insertInto('comments')
            .values({ news_id: draft.id, author: 'Olha', content: 'Thank you', date, state })
            .execute();
        return draft.id;
      });
    await add('shown');
    const withdrawn = await add('withdrawn');
    const read = async () => ((await get('/api/news-changes')).body as { last: string }).last;
    const changes = async (decision: (typeof decisions)[number], id: number) => {
      const before = await read();
      await storage.write((database) => decideComments(database, [id], { decision, who: editor, now: start }));
      return (await read()) !== before;
    };
    assert.equal(await changes('hide', 2), false);
    assert.equal(await changes('delete', 3), false);
    assert.equal(await changes('hide', 1), true);
    assert.equal(await changes('approve', 1), true);
    assert.equal(await changes('delete', 1), true);
    assert.equal(await changes('delete', 1), false);
    await storage.write(async (database) => {
      const row = await database.selectFrom('news').selectAll().where('id', '=', withdrawn).executeTakeFirstOrThrow();
      await unpublishArticle(database, row, { who: editor, now: start });
    });
    assert.equal(await changes('hide', 4), false);
  });

  it('take no longer for a new comment when there are sixteen times as many', async (t) => {
    const { storage, origin } = await serveNews(t, newPlace);
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
    /** Processor time of five comments in microseconds, the best of three; a millisecond is added to all. */
    async function costOfPosts(): Promise<number> {
      let shortest = Infinity;
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        for (let number = 0; number < 5; number += 1) {
          posted += 1;
          const answer = await fetch(`${origin}/api/news/${id}/comments`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ author: 'Olha', content: `This is new comment number ${posted}` }),
          });
          assert.equal(answer.status, 201);
        }
        shortest = Math.min(shortest, process.cpuUsage(before).user);
      }
      return shortest + 1000;
    }
    await store(50);
    await costOfPosts();
    const few = await costOfPosts();
    await store(750);
    const ratio = (await costOfPosts()) / few;
    assert.ok(ratio < 4, `${ratio.toFixed(1)} times as long`);
  });
});
