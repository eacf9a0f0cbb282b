import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maxFeatured } from '#shared/list-parts.ts';
import { decideComments, type decisions } from '#server/embedded/desk/comments.ts';
import { deleteArticle, publishArticle, unpublishArticle } from '#server/embedded/news/articles.ts';
import { addArticle, editor } from '../../../../support/articles.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { json } from '../../../../support/posts.ts';
import { serveNews } from '../../../../support/serve-news.ts';

const start = Date.UTC(2026, 11, 1, 10);
const hourMs = 3_600_000;

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
    const served = await serveNews(t, newPlace, start);
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
    const post = () => fetch(`${origin}/api/news/${draft.id}/comments`, json(comment));
    assert.equal((await post()).status, 404);
    const before = await lastChange();
    clock.now = start + hourMs - 1;
    assert.deepEqual([await find(), await lastChange()], [[], before]);
    clock.now = start + hourMs;
    assert.deepEqual(await find(), everywhere);
    assert.notEqual(await lastChange(), before);
    assert.equal((await post()).status, 201);
  });

  it('return only as many featured articles as a page shows, the newest, so that the answer is never too long', async (t) => {
    const { storage, get } = await serveNews(t, newPlace, start);
    const slugs = Array.from({ length: maxFeatured + 2 }, (_, age) => `featured-${age}`);
    for (const [age, slug] of slugs.entries())
      await storage.write(async (database) => {
        const date = new Date(start - age * hourMs).toISOString();
        await publishArticle(database, await addArticle(database, { date, slug, featured: true }, start), {
          who: editor,
          now: start,
        });
      });
    const featured = (await get('/api/news/featured')).body as { slug: string }[];
    assert.deepEqual(
      featured.map(({ slug }) => slug),
      slugs.slice(0, maxFeatured),
    );
  });

  it('report a change after each action that visitors notice, also within one millisecond', async (t) => {
    const { storage, get } = await serveNews(t, newPlace, start);
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

  it('report a change after an article was withdrawn and deleted between two polls', async (t) => {
    const { storage, get } = await serveNews(t, newPlace, start);
    const lastChange = async () => ((await get('/api/news-changes')).body as { last: string }).last;
    const actor = { who: editor, now: start };
    const add = (slug: string, date: string) =>
      storage.write(async (database) => publishArticle(database, await addArticle(database, { slug, date }), actor));
    const { row: older } = await add('older', new Date(start - 2000).toISOString());
    await add('newer', new Date(start - 1000).toISOString());
    const before = await lastChange();
    await storage.write(async (database) => {
      const { row } = await unpublishArticle(database, older, actor);
      await deleteArticle(database, row, actor);
    });
    assert.notEqual(await lastChange(), before);
  });

  it('have another last change after a decision about a comment that visitors see, and after no other', async (t) => {
    const { storage, get } = await serveNews(t, newPlace, start);
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
});
