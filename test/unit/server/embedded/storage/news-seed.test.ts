import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seedItems, seedNews } from '#server/embedded/storage/news-seed.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

describeOnBoth('the news that come with the site', (newPlace) => {
  it('are complete at the first start, and unchanged after the second', async (t) => {
    const place = await newPlace(t);
    const read = async () => {
      const storage = await openStorage(place);
      const rows = await storage.read((database) => database.selectFrom('news').selectAll().orderBy('id').execute());
      await storage.close();
      return rows;
    };
    const before = await read();
    assert.equal(before.length, seedItems.length);
    assert.ok(before.every(({ state, slug_fixed }) => state === 'published' && slug_fixed === 1));
    assert.deepEqual(await read(), before);
  });

  it('do not come back when an editor has edited or deleted them, even all of them', async (t) => {
    const place = await newPlace(t);
    const first = await openStorage(place);
    await first.write((database) => database.deleteFrom('news').where('id', '<>', '1').execute());
    await first.write((database) => database.updateTable('news').set({ category: 'Ours' }).execute());
    await first.close();
    const second = await openStorage(place);
    const rows = await second.read((database) => database.selectFrom('news').select(['id', 'category']).execute());
    assert.deepEqual(rows, [{ id: '1', category: 'Ours' }]);
    await second.write((database) => database.deleteFrom('news').execute());
    await second.close();
    const third = await openTestStorage(t, place);
    assert.deepEqual(await third.read((database) => database.selectFrom('news').selectAll().execute()), []);
  });

  it('are not added to articles of an editor', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write((database) => database.deleteFrom('news').where('id', '<>', '2').execute());
    await storage.write((database) => seedNews(database));
    const rows = await storage.read((database) => database.selectFrom('news').select('id').execute());
    assert.deepEqual(rows, [{ id: '2' }]);
  });
});
