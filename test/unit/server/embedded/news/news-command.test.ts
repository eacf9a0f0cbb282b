import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { fieldsOf, findArticle } from '#server/embedded/news/article-rows.ts';
import { publishArticle, saveArticle } from '#server/embedded/news/articles.ts';
import { runNews } from '#server/embedded/news/news-command.ts';
import { pictureAddress } from '#server/embedded/news/picture-address.ts';
import { preparePicture } from '#server/embedded/news/prepare-picture.ts';
import { storePicture } from '#server/embedded/news/stored-pictures.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import { addArticle, editor, wholeArticle } from '../../../../support/articles.ts';
import { describeOnBoth, openTestStorage, writeTo } from '../../../../support/databases.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Reads all data of the news except the times of the last changes. */
const readNews = (place: DatabasePlace) =>
  readSnapshot(place, async (database) => ({
    news: await database
      .selectFrom('news')
      .select(['id', 'slug', 'state', 'item', 'version', 'shown_version', 'date', 'featured'])
      .orderBy('id')
      .execute(),
    versions: await database.selectFrom('news_versions').selectAll().orderBy('news_id').orderBy('version').execute(),
    pictures: await database.selectFrom('news_pictures').select('id').orderBy('id').execute(),
  }));

/**
 * Fills a database with an article in each state, one of them with two pictures. Returns the file name of the picture
 * in its text.
 */
async function fill(place: DatabasePlace): Promise<string> {
  const bytes = await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#225599' } })
    .jpeg()
    .toBuffer();
  const picture = await preparePicture(bytes);
  const within = await preparePicture(await sharp(bytes).negate().png().toBuffer());
  const alt = (language: 'en' | 'ua') => ({ ...wholeArticle[language], imageAlt: 'A port, порт' });
  await writeTo(place, async (database) => {
    const now = Date.now();
    await storePicture(database, picture, now);
    const english = { ...alt('en'), content: `Look:\n\n![A crane](${pictureAddress(within.id, 'wide')})` };
    await storePicture(database, within, now);
    const row = await addArticle(database, { picture: picture.id, en: english, ua: alt('ua') });
    await publishArticle(database, row, { who: editor, now });
    await addArticle(database, { slug: 'a-draft', category: '' });
    await database.updateTable('news').set({ state: 'unpublished' }).where('id', '=', '3').execute();
  });
  return `${within.id}.webp`;
}

describeOnBoth('the news as a folder', (newPlace) => {
  it('are exported, and importing the export changes nothing, in the same and in a new database', async (t) => {
    const [place, other, folder] = [await newPlace(t), await newPlace(t), await temporaryFolder(t)];
    const within = await fill(place);
    const before = await readNews(place);
    const exported = await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    assert.match(exported.text, /^Exported 15 articles/);
    assert.deepEqual(
      readdirSync(join(folder, 'a-new-harbour')).sort(),
      [within, 'en.md', 'picture.webp', 'ua.md'].sort(),
    );
    assert.equal(
      (await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place))).text.endsWith(
        ', 0 with changes.',
      ),
      true,
    );
    const imported = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.equal(imported.text.split('\n').at(-1), 'Stored 0 articles; 15 the same.');
    assert.deepEqual(await readNews(place), before);

    const file = join(folder, 'a-new-harbour', within);
    renameSync(file, `${file}-away`);
    const missing = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(other));
    assert.match(missing.text, /^a-new-harbour\/en\.md: a text shows the picture [\da-f]{32}, and there is no file/);
    renameSync(`${file}-away`, file);
    const first = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(other));
    assert.match(
      first.text,
      /new: a-draft\nnew: a-new-harbour\nchanged: forecasting-a-cloudy-tuesday\nStored 3 articles; 12/,
    );
    const again = await temporaryFolder(t);
    await captureCommand(t, runNews, ['export', again], settingsWithoutSite(other));
    for (const slug of readdirSync(folder))
      for (const file of readdirSync(join(folder, slug)))
        assert.ok(
          readFileSync(join(folder, slug, file)).equals(readFileSync(join(again, slug, file))),
          `${slug}/${file}`,
        );
    assert.match(
      (await captureCommand(t, runNews, ['import', again], settingsWithoutSite(other))).text,
      /Stored 0 articles; 15 the same/,
    );
  });

  it('stores each change once, and publishes it; a dry run only lists the changes', async (t) => {
    const [place, folder] = [await newPlace(t), await temporaryFolder(t)];
    await (await openStorage(place)).close();
    await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    const file = join(folder, 'smart-protective-equipment', 'en.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('accelerometer', '**gyroscope**'));
    const before = await readNews(place);
    const dry = await captureCommand(t, runNews, ['import', folder, '--dry-run'], settingsWithoutSite(place));
    assert.equal(dry.text, 'changed: smart-protective-equipment\nWould store 1 article; 12 the same.');
    assert.deepEqual(await readNews(place), before);
    const done = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.match(
      done.text,
      /^changed: smart-protective-equipment\nStored 1 article; 12 the same\.\nPURGE_TOKEN is not set/,
    );
    const { news, versions } = await readNews(place);
    assert.match(news.find(({ id }) => id === '1')?.item ?? '', /<strong>gyroscope<\/strong>/);
    assert.deepEqual(
      versions.map(({ version, who }) => [version, who]),
      [
        [1, ''],
        [2, 'command'],
      ],
    );
    assert.match(
      (await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place))).text,
      /Stored 0 articles; 13 the same/,
    );
  });

  it('names the folder of an earlier address, with which an import is refused', async (t) => {
    const [place, folder] = [await newPlace(t), await temporaryFolder(t)];
    const storage = await openTestStorage(t, place);
    const draft = await storage.write((database) => addArticle(database, { slug: 'old-name' }));
    await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    const fields = { ...wholeArticle, slug: 'new-name' };
    await storage.write((database) =>
      saveArticle(database, draft.id, { fields, base: 1 }, { who: editor, now: Date.now() }),
    );
    const exported = await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    assert.match(exported.text, /^old-name: the address of this article is now new-name\. Delete this folder/);
    const refused = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.match(refused.text, /^old-name\/en\.md: the folder new-name has the same id.*\nNothing was stored\./);
    rmSync(join(folder, 'old-name'), { recursive: true });
    const imported = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.match(imported.text, /^Stored 0 articles/);
  });

  it('are not exported to a folder that the system refuses to make', { skip: !existsSync('/proc') }, async (t) => {
    const place = await newPlace(t);
    await openTestStorage(t, place);
    const { code, text } = await captureCommand(t, runNews, ['export', '/proc/none'], settingsWithoutSite(place));
    assert.deepEqual([code, text], [1, '/proc/none: there is no such folder.']);
  });

  it('withdraws an article with the text of its file, not with one that is not published yet', async (t) => {
    const [place, folder] = [await newPlace(t), await temporaryFolder(t)];
    const storage = await openTestStorage(t, place);
    const actor = { who: editor, now: Date.now() };
    const id = await storage.write(async (database) => {
      const draft = await addArticle(database, { slug: 'withdrawn' });
      const { row } = await publishArticle(database, draft, actor);
      const shown = await fieldsOf(database, row);
      const fields = { ...shown, en: { ...shown.en, headline: 'Not read by anybody' } };
      await saveArticle(database, row.id, { fields, base: row.version }, actor);
      return row.id;
    });
    await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    const file = join(folder, 'withdrawn', 'en.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('state: published', 'state: unpublished'));
    for (const count of [1, 0]) {
      const { text } = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
      assert.match(text, new RegExp(`Stored ${count} article`));
      const fields = await storage.read(async (database) => {
        const row = await findArticle(database, id);
        return row && fieldsOf(database, row);
      });
      assert.equal(fields?.en.headline, 'A new harbour');
    }
  });

  it('are compared by a dry run while another process writes', async (t) => {
    const [place, folder] = [await newPlace(t), await temporaryFolder(t)];
    const storage = await openTestStorage(t, place);
    await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    const compared = await storage.write(() =>
      captureCommand(t, runNews, ['import', folder, '--dry-run'], settingsWithoutSite(place)),
    );
    assert.equal(compared.text, 'Would store 0 articles; 13 the same.');
  });

  it('is not created by a dry run or an export', async (t) => {
    const [parent, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
    const place = { dataDir: join(parent, 'none'), databaseUrl: null };
    for (const args of [
      ['import', folder, '--dry-run'],
      ['export', folder],
    ])
      assert.match(
        (await captureCommand(t, runNews, args, settingsWithoutSite(place))).text,
        /there is no database in/,
      );
    assert.ok(!existsSync(place.dataDir));
  });

  it('is refused as a whole when one file is wrong', async (t) => {
    const [place, folder] = [await newPlace(t), await temporaryFolder(t)];
    await (await openStorage(place)).close();
    await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
    const before = await readNews(place);
    renameSync(join(folder, 'moving-a-live-database'), join(folder, 'a-name'));
    const renamed = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.equal(renamed.code, 1);
    assert.match(renamed.text, /^a-name\/en\.md: visitors know this article as moving-a-live-database/);
    renameSync(join(folder, 'a-name'), join(folder, 'moving-a-live-database'));
    mkdirSync(join(folder, 'new-one'));
    writeFileSync(join(folder, 'new-one', 'en.md'), '---\nheadline: New\npicture: ../../secret.png\n---\n');
    mkdirSync(join(folder, 'second'));
    writeFileSync(join(folder, 'second', 'en.md'), '---\nheadline: New\npicture: a.svg.png\n---\n');
    writeFileSync(join(folder, 'second', 'a.svg.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    mkdirSync(join(folder, 'third'));
    const wrong = await captureCommand(t, runNews, ['import', folder], settingsWithoutSite(place));
    assert.equal(wrong.code, 1);
    for (const words of [
      'new-one/en.md:3: "picture" must name a file beside it, such as picture.webp',
      'second/en.md:3: a.svg.png cannot be used: it is no PNG, JPEG or WebP',
      'third/en.md: there is no such file',
      'Nothing was stored.',
    ])
      assert.ok(wrong.text.includes(words), `${words}\n${wrong.text}`);
    assert.deepEqual(await readNews(place), before);
    assert.match(
      (await captureCommand(t, runNews, ['import', join(folder, 'nowhere')], settingsWithoutSite(place))).text,
      /there is no such folder/,
    );
    assert.equal((await captureCommand(t, runNews, ['export'], settingsWithoutSite(place))).code, 1);
  });
});
