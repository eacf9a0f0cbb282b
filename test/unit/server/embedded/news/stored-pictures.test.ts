import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { saveArticle } from '#server/embedded/news/articles.ts';
import { pictureAddress } from '#server/embedded/news/picture-address.ts';
import { deleteUnusedPictures, storePicture } from '#server/embedded/news/stored-pictures.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { addArticle, editor, wholeArticle } from '../../../../support/articles.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const now = Date.UTC(2026, 5, 15, 12);
const hourMs = 3_600_000;
const tomorrow = new Date(now + 24 * hourMs).toISOString();
const dayBefore = (hours: number) => new Date(now + (hours - 24) * hourMs).toISOString();
const bytes = Buffer.from('picture');
const [own, inText, inOldVersion, unused] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
];
const contentWith = (id: string) => ({ en: { ...wholeArticle.en, content: `![](${pictureAddress(id, 'wide')})` } });

describeOnBoth('an uploaded picture', (newPlace) => {
  it('is deleted when no version of any article contains it, and articles are read one at a time', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const rowsOfResults: number[] = [];
    const watchTexts: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        rowsOfResults.push(result.rows.filter((row) => 'fields' in row).length);
        return Promise.resolve(result);
      },
    };
    await storage.write(async (database) => {
      for (const id of [own, inText, inOldVersion, unused])
        await storePicture(database, { id, master: bytes, wide: bytes, card: bytes }, now);
      await addArticle(database, { slug: 'own', picture: own }, now);
      const { id } = await addArticle(database, { slug: 'text', ...contentWith(inOldVersion) }, now);
      const fields = { ...wholeArticle, slug: 'text', ...contentWith(inText) };
      assert.equal((await saveArticle(database, id, { fields, base: 1 }, { who: editor, now })).kind, 'saved');
    });
    const watched = {
      ...storage,
      read: <T>(query: (database: Database) => Promise<T>) =>
        storage.read((database) => query(database.withPlugin(watchTexts))),
    };
    assert.equal(await deleteUnusedPictures(watched, tomorrow, Date.parse(tomorrow)), 1);
    const left = await storage.read((database) =>
      database.selectFrom('news_pictures').select('id').orderBy('id').execute(),
    );
    assert.deepEqual(
      left.map(({ id }) => id),
      [own, inText, inOldVersion],
    );
    assert.equal(Math.max(...rowsOfResults), 2);
  });

  it('is not deleted between its second upload and the save, although nothing named it after the first', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const picture = { id: unused, master: bytes, wide: bytes, card: bytes };
      await storePicture(database, picture, now);
      await storePicture(database, picture, now + 48 * hourMs);
    });
    assert.equal(await deleteUnusedPictures(storage, dayBefore(49), now), 0);
    assert.equal(await deleteUnusedPictures(storage, dayBefore(73), now), 1);
  });

  it('is not deleted when an article that names it is saved while the versions are read', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write((database) =>
      storePicture(database, { id: unused, master: bytes, wide: bytes, card: bytes }, now),
    );
    const slow = {
      ...storage,
      async read<T>(query: (database: Database) => Promise<T>) {
        const result = await storage.read(query);
        await storage.write((database) => addArticle(database, { slug: 'meanwhile', picture: unused }, now));
        return result;
      },
    };
    assert.equal(await deleteUnusedPictures(slow, tomorrow, now), 0);
  });
});
