import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldsOf, findArticle, findBySlug, findVersions, articleStateOf } from '#server/embedded/news/article-rows.ts';
import {
  deleteArticle,
  maxVersions,
  publishArticle,
  returnToVersion,
  saveArticle,
  unpublishArticle,
} from '#server/embedded/news/articles.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { addArticle, editor, wholeArticle } from '../../../../support/articles.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const now = Date.UTC(2026, 5, 15, 12);
const hourMs = 3_600_000;
const actor = { who: editor, now };

const requireRow = async (database: Database, id: string) => {
  const row = await findArticle(database, id);
  assert.ok(row);
  return row;
};

describeOnBoth('an article', (newPlace) => {
  it('is drafted, published and withdrawn, and keeps the address that visitors have seen', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const draft = await addArticle(database, {}, now);
      assert.equal(articleStateOf(draft, now), 'draft');
      const { row: published, isChanged } = await publishArticle(database, draft, actor);
      assert.deepEqual(
        [articleStateOf(published, now), isChanged, published.date],
        ['published', true, '2026-06-15T12:00:00.000Z'],
      );
      const again = await publishArticle(database, published, actor);
      assert.equal(again.isChanged, false);
      const moved = { ...(await fieldsOf(database, published)), slug: 'another' };
      assert.equal((await saveArticle(database, draft.id, { fields: moved, base: 1 }, actor)).kind, 'fixedSlug');
      assert.equal(await deleteArticle(database, published, actor), false);
      const withdrawn = await unpublishArticle(database, published, actor);
      assert.deepEqual([withdrawn.row.state, withdrawn.isChanged], ['unpublished', true]);
      assert.equal((await saveArticle(database, draft.id, { fields: moved, base: 1 }, actor)).kind, 'fixedSlug');
      assert.equal(await deleteArticle(database, withdrawn.row, actor), true);
      assert.equal(await findBySlug(database, draft.slug), undefined);
      assert.deepEqual(await findVersions(database, draft), []);
    });
    const entries = await storage.read((database) =>
      database.selectFrom('desk_acts').select('act').orderBy('id').execute(),
    );
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['article-saved', 'article-published', 'article-unpublished', 'article-deleted'],
    );
  });

  it('with a date in the future is scheduled, and a draft again when it is withdrawn before that date', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const date = new Date(now + hourMs).toISOString();
      const draft = await addArticle(database, { date }, now);
      const { row, isChanged } = await publishArticle(database, draft, actor);
      assert.deepEqual(
        [articleStateOf(row, now), articleStateOf(row, now + hourMs), isChanged],
        ['scheduled', 'published', false],
      );
      const moved = { ...(await fieldsOf(database, row)), slug: 'another' };
      assert.equal((await saveArticle(database, row.id, { fields: moved, base: 1 }, actor)).kind, 'saved');
      const late = { ...moved, slug: 'third' };
      const shown = { who: editor, now: now + hourMs };
      assert.equal((await saveArticle(database, row.id, { fields: late, base: 2 }, shown)).kind, 'fixedSlug');
      const back = await unpublishArticle(database, await requireRow(database, row.id), actor);
      assert.deepEqual([back.row.state, back.isChanged, back.row.slug], ['draft', false, 'another']);
    });
  });

  it('keeps its own address when another article has taken the one of its newest version', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const date = new Date(now + hourMs).toISOString();
      const { row } = await publishArticle(database, await addArticle(database, { date }, now), actor);
      const moved = { ...(await fieldsOf(database, row)), slug: 'another' };
      assert.equal((await saveArticle(database, row.id, { fields: moved, base: 1 }, actor)).kind, 'saved');
      await addArticle(database, { slug: 'another' }, now);
      const withdrawn = await unpublishArticle(database, await requireRow(database, row.id), actor);
      assert.deepEqual([withdrawn.row.state, withdrawn.row.slug], ['draft', 'a-new-harbour']);
      const published = await publishArticle(database, withdrawn.row, actor);
      assert.equal(published.row.slug, 'a-new-harbour');
    });
  });

  it('keeps the address that visitors have seen since its date, although a version from before has another', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const date = new Date(now + hourMs).toISOString();
      const { row } = await publishArticle(database, await addArticle(database, { date }, now), actor);
      const moved = { ...(await fieldsOf(database, row)), slug: 'another' };
      assert.equal((await saveArticle(database, row.id, { fields: moved, base: 1 }, actor)).kind, 'saved');
      const later = { who: editor, now: now + hourMs };
      const saved = await requireRow(database, row.id);
      assert.equal((await unpublishArticle(database, saved, later)).row.slug, 'a-new-harbour');
      await database.updateTable('news').set(saved).where('id', '=', row.id).execute();
      assert.equal((await publishArticle(database, saved, later)).row.slug, 'a-new-harbour');
    });
  });

  it('that is published shows a new version only when that version is published', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const { row } = await publishArticle(database, await addArticle(database, {}, now), actor);
      const fields = await fieldsOf(database, row);
      const corrected = { ...fields, en: { ...fields.en, content: 'It needs **two** cranes.' } };
      const saved = await saveArticle(database, row.id, { fields: corrected, base: row.version }, actor);
      assert.ok(saved.kind === 'saved');
      assert.match(saved.row.item, /<em>needs<\/em> cranes/);
      const { row: after, isChanged } = await publishArticle(database, saved.row, actor);
      assert.match(after.item, /<strong>two<\/strong>/);
      assert.ok(isChanged && after.changed > row.changed);
    });
  });

  it('is not overwritten by an editor who began with an older version', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const draft = await storage.write((database) => addArticle(database, {}, now));
    const write = (headline: string) =>
      storage.write((database) =>
        saveArticle(
          database,
          draft.id,
          { fields: { ...wholeArticle, en: { ...wholeArticle.en, headline } }, base: 1 },
          actor,
        ),
      );
    const outcomes = await Promise.all(['One', 'Two', 'Three'].map(write));
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['saved', 'stale', 'stale']);
    const versions = await storage.read((database) => findVersions(database, draft));
    assert.equal(versions.length, 2);
    // Saving the same texts again is no conflict and creates no version.
    const { en } = JSON.parse(versions[0]?.fields ?? '') as typeof wholeArticle;
    assert.equal((await write(en.headline)).kind, 'saved');
    assert.equal((await storage.read((database) => findVersions(database, draft))).length, 2);
  });

  it('that came as HTML gets its first version with the first change, and can return to it', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const row = await requireRow(database, '1');
      const before = row.item;
      const fields = await fieldsOf(database, row);
      assert.match(fields.en.content, /^## Ten seconds$/m);
      const changed = { ...fields, en: { ...fields.en, headline: 'Changed' } };
      const saved = await saveArticle(database, '1', { fields: changed, base: 0 }, actor);
      assert.ok(saved.kind === 'saved');
      assert.deepEqual([saved.row.version, saved.row.shown_version, saved.row.item], [2, 1, before]);
      const back = await returnToVersion(database, saved.row, { version: 1, base: saved.row.version }, actor);
      assert.ok(back.kind === 'saved');
      assert.deepEqual(await fieldsOf(database, back.row), fields);
      assert.equal(back.row.version, 3);
      assert.equal(
        (await returnToVersion(database, back.row, { version: 99, base: back.row.version }, actor)).kind,
        'missing',
      );
    });
  });

  it('that was sent without a date can be sent again after it was published, and returns to its first version with its date', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const draft = await addArticle(database, {}, now);
      const fields = await fieldsOf(database, draft);
      const saved = await saveArticle(database, draft.id, { fields: { ...fields, source: 'A' }, base: 1 }, actor);
      assert.ok(saved.kind === 'saved');
      const { row } = await publishArticle(database, saved.row, actor);
      const again = await saveArticle(database, draft.id, { fields: { ...fields, source: 'A' }, base: 1 }, actor);
      assert.equal(again.kind, 'saved');
      const other = await saveArticle(database, draft.id, { fields: { ...fields, source: 'B' }, base: 1 }, actor);
      assert.equal(other.kind, 'stale');
      const later = { who: editor, now: now + 90 * 24 * hourMs };
      const back = await returnToVersion(database, row, { version: 1, base: row.version }, later);
      assert.ok(back.kind === 'saved');
      assert.equal((await publishArticle(database, back.row, later)).row.date, row.date);
    });
  });

  it('has a limited number of versions, which include the published one', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      let { row } = await publishArticle(database, await addArticle(database, {}, now), actor);
      for (let count = 0; count < maxVersions + 5; count += 1) {
        const fields = { ...(await fieldsOf(database, row)), source: `Source ${count}` };
        const saved = await saveArticle(database, row.id, { fields, base: row.version }, actor);
        assert.ok(saved.kind === 'saved');
        row = saved.row;
      }
      const numbers = (await findVersions(database, row)).map(({ version }) => version);
      assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [maxVersions + 1, maxVersions + 6, 1]);
    });
  });

  it('gets an address made from its headline that no other article has', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      const made = await addArticle(database, { slug: '' }, now);
      assert.equal(made.slug, 'a-new-harbour');
      const second = await addArticle(database, { slug: '' }, now);
      assert.equal(second.slug, `a-new-harbour-${second.id.slice(0, 8)}`);
      const ukrainian = { ...wholeArticle.ua, headline: 'Щогла, зʼїзд, об’єкт і Згурський юнак' };
      const third = await addArticle(
        database,
        { slug: '', en: { ...wholeArticle.en, headline: '' }, ua: ukrainian },
        now,
      );
      assert.equal(third.slug, 'shchohla-zizd-obiekt-i-zghurskyi-iunak');
      for (const headline of ['Featured', 'Categories']) {
        const { id, slug } = await addArticle(database, { slug: '', en: { ...wholeArticle.en, headline } }, now);
        assert.equal(slug, `${headline.toLowerCase()}-${id.slice(0, 8)}`, 'these are addresses of the API');
      }
      const taken = { ...wholeArticle, slug: 'smart-protective-equipment' };
      assert.equal((await saveArticle(database, made.id, { fields: taken, base: 1 }, actor)).kind, 'takenSlug');
    });
  });
});
