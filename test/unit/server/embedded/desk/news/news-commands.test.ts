import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { findBySlug } from '#server/embedded/news/article-rows.ts';
import { publishArticle, saveArticle } from '#server/embedded/news/articles.ts';
import { addArticle, editor, wholeArticle } from '../../../../../support/articles.ts';
import { describeOnBoth, openTestStorage } from '../../../../../support/databases.ts';
import { captureCommand, settingsWithoutSite } from '../../../../../support/capture-command.ts';

describeOnBoth('the command of the desk for articles', (newPlace) => {
  it('lists, publishes, unpublishes, returns and deletes articles', async (t) => {
    const place = await newPlace(t);
    const desk = (...args: string[]) => captureCommand(t, runDesk, args, settingsWithoutSite(place));
    const storage = await openTestStorage(t, place);
    const untranslated = { ...wholeArticle.ua, headline: '' };
    const row = await storage.write((database) => addArticle(database, { ua: untranslated }));
    const find = () => storage.read((database) => findBySlug(database, row.slug));
    assert.equal((JSON.parse((await desk('news', 'list', '--json')).text) as object[]).length, 14);
    assert.match((await desk('news', 'list', '--state', 'draft')).text, /^slug\tstate\t.*\na-new-harbour\tdraft\t/);
    assert.match((await desk('news', 'publish', row.slug)).text, /misses in Ukrainian: headline/);
    assert.equal((await find())?.state, 'draft');
    assert.equal((await desk('news', 'publish', row.slug, 'nothing', '--yes')).code, 1);
    assert.equal((await find())?.state, 'draft', 'all of them, or none');
    assert.match((await desk('news', 'publish', row.slug, '--yes')).text, /^Published: a-new-harbour\.\nPURGE_TOKEN/);
    assert.equal((await find())?.state, 'published');
    assert.match((await desk('news', 'delete', row.slug, '--yes')).text, /unpublish it first/);
    assert.match((await desk('news', 'unpublish', row.slug)).text, /^Unpublished/);
    assert.match((await desk('news', 'return', row.slug, '9')).text, /has no version 9/);
    assert.deepEqual(await desk('news', 'return', row.slug, '1'), {
      code: 0,
      text: 'a-new-harbour has the content of version 1 already. Nothing was changed.',
    });
    assert.equal((JSON.parse((await desk('news', 'versions', row.slug, '--json')).text) as object[]).length, 1);
    for (const action of ['versions', 'return'])
      assert.deepEqual(await desk('news', action), {
        code: 1,
        text: 'Give the address of the article, as the list shows it.',
      });
    assert.match((await desk('news', 'delete', row.slug)).text, /Add --yes to confirm/);
    assert.match((await desk('news', 'delete', row.slug, '--yes')).text, /^Deleted/);
    assert.equal(await find(), undefined);
    assert.equal((await desk('news', 'burn', row.slug)).code, 1);
  });

  it('does not publish a picture without a description', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const row = await storage.write((database) => addArticle(database, { image: '/images/crane.webp' }));
    const { code, text } = await captureCommand(
      t,
      runDesk,
      ['news', 'publish', row.slug, '--yes'],
      settingsWithoutSite(place),
    );
    assert.deepEqual(
      [code, text],
      [1, 'a-new-harbour cannot be published: en.imageAlt (required), ua.imageAlt (required). Nothing was changed.'],
    );
    assert.equal((await storage.read((database) => findBySlug(database, row.slug)))?.state, 'draft');
  });

  it('says under which number a version was restored', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const { slug } = await storage.write(async (database) => {
      const row = await addArticle(database);
      const fields = { ...wholeArticle, category: 'Other' };
      await saveArticle(database, row.id, { fields, base: 1 }, { who: editor, now: Date.now() });
      return row;
    });
    const { code, text } = await captureCommand(t, runDesk, ['news', 'return', slug, '1'], settingsWithoutSite(place));
    assert.deepEqual([code, text], [0, `${slug}: version 1 was restored as version 3.`]);
  });

  it('names the address that hinders the return to a version', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    await storage.write(async (database) => {
      const actor = { who: editor, now: Date.now() };
      const { id } = await addArticle(database, { slug: 'old' });
      await saveArticle(database, id, { fields: { ...wholeArticle, slug: 'new' }, base: 1 }, actor);
      await addArticle(database, { slug: 'old' });
    });
    const { code, text } = await captureCommand(t, runDesk, ['news', 'return', 'new', '1'], settingsWithoutSite(place));
    assert.deepEqual([code, text], [1, 'Another article has the address of version 1 of new. Nothing was changed.']);
  });

  it('names a published article by the address of the published version, as the audit log does', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    await storage.write(async (database) => {
      const now = Date.now();
      const actor = { who: editor, now };
      const date = new Date(now + 3_600_000).toISOString();
      const { row } = await publishArticle(database, await addArticle(database, { date, slug: 'old' }), actor);
      await saveArticle(database, row.id, { fields: { ...wholeArticle, date, slug: 'new' }, base: 1 }, actor);
    });
    assert.match(
      (await captureCommand(t, runDesk, ['news', 'publish', 'old'], settingsWithoutSite(place))).text,
      /^Published: new, from /,
    );
    const last = await storage.read((database) =>
      database.selectFrom('desk_acts').select('subject').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    );
    assert.equal(last.subject, 'new');
  });
});
