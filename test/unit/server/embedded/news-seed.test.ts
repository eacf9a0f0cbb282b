import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { seedItems, seedNews } from '#server/embedded/news-seed.ts';
import { openStorage, type Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, type NewPlace } from '../../../support/databases.ts';

async function open(t: TestContext, newPlace: NewPlace): Promise<Storage> {
  const storage = await openStorage(await newPlace(t));
  t.after(() => storage.close());
  return storage;
}

const first = seedItems[0] as NewsItem;
const changed = { ...first, headline: 'A new headline' };
const withChanged = [changed, ...seedItems.slice(1)];

const seed = (storage: Storage, items = seedItems) => storage.write((database) => seedNews(database, items));

async function headlineOf(storage: Storage, id: string): Promise<string | undefined> {
  const row = await storage.read((database) =>
    database.selectFrom('news').select('item').where('id', '=', id).executeTakeFirst(),
  );
  return row && (JSON.parse(row.item) as NewsItem).headline;
}

const edit = (storage: Storage, id: string) =>
  storage.write((database) =>
    database
      .updateTable('news')
      .set({ item: JSON.stringify({ ...first, headline: 'An editor’s headline' }) })
      .where('id', '=', id)
      .execute(),
  );

const remove = (storage: Storage, table: 'news' | 'seeded_news', id: string) =>
  storage.write((database) => database.deleteFrom(table).where('id', '=', id).execute());

describeOnBoth('the site’s own news', (newPlace) => {
  it('are all there at the first start, and the same after the second', async (t) => {
    const storage = await open(t, newPlace);
    const read = () => storage.read((database) => database.selectFrom('news').selectAll().orderBy('id').execute());
    const before = await read();
    assert.equal(before.length, seedItems.length);
    await seed(storage);
    assert.deepEqual(await read(), before);
  });

  it('follow a new version of the site where nobody has edited them', async (t) => {
    const storage = await open(t, newPlace);
    await seed(storage, withChanged);
    assert.equal(await headlineOf(storage, first.id), 'A new headline');
    await seed(storage, seedItems);
    assert.equal(await headlineOf(storage, first.id), first.headline);
  });

  it('stay as an editor has left them, whatever a new version of the site brings', async (t) => {
    const storage = await open(t, newPlace);
    await edit(storage, first.id);
    await seed(storage);
    assert.equal(await headlineOf(storage, first.id), 'An editor’s headline');
    await seed(storage, withChanged);
    await seed(storage, withChanged.slice(1));
    assert.equal(await headlineOf(storage, first.id), 'An editor’s headline');
  });

  it('stay deleted when an editor has deleted them', async (t) => {
    const storage = await open(t, newPlace);
    await remove(storage, 'news', first.id);
    await seed(storage, withChanged);
    assert.equal(await headlineOf(storage, first.id), undefined);
  });

  it('go with the version of the site that has withdrawn them, and come back with one that has them', async (t) => {
    const storage = await open(t, newPlace);
    await seed(storage, seedItems.slice(1));
    assert.equal(await headlineOf(storage, first.id), undefined);
    await seed(storage);
    assert.equal(await headlineOf(storage, first.id), first.headline);
  });

  it('leave an editor’s own articles alone, and give way where one has the same slug', async (t) => {
    const storage = await open(t, newPlace);
    await remove(storage, 'news', first.id);
    await remove(storage, 'seeded_news', first.id);
    const own = { ...first, id: 'own', headline: 'Our own' };
    const { id, slug, category, date } = own;
    await storage.write((database) =>
      database
        .insertInto('news')
        .values({ id, slug, category, date, featured: 0, item: JSON.stringify(own) })
        .execute(),
    );
    await seed(storage);
    assert.equal(await headlineOf(storage, 'own'), 'Our own');
    assert.equal(await headlineOf(storage, first.id), undefined);
  });
});
