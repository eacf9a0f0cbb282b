import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { NewsItem } from '#shared/contracts/news.ts';
import { openDatabase } from '#server/embedded/database.ts';
import { seedItems, seedNews } from '#server/embedded/news-seed.ts';

function open(t: TestContext): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'news-seed-'));
  const database = openDatabase(folder);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

const first = seedItems[0] as NewsItem;
const changed = { ...first, headline: 'A new headline' };
const withChanged = [changed, ...seedItems.slice(1)];

const headlineOf = (database: DatabaseSync, id: string) => {
  const item = database.prepare('SELECT item FROM news WHERE id = ?').get(id)?.['item'];
  return typeof item === 'string' ? (JSON.parse(item) as NewsItem).headline : undefined;
};

const edit = (database: DatabaseSync, id: string) =>
  database
    .prepare('UPDATE news SET item = ? WHERE id = ?')
    .run(JSON.stringify({ ...first, headline: 'An editor’s headline' }), id);

describe('the site’s own news', () => {
  it('are all there at the first start, and the same after the second', (t) => {
    const database = open(t);
    const read = () => database.prepare('SELECT * FROM news ORDER BY id').all();
    const before = read();
    assert.equal(before.length, seedItems.length);
    seedNews(database);
    assert.deepEqual(read(), before);
  });

  it('follow a new version of the site where nobody has edited them', (t) => {
    const database = open(t);
    seedNews(database, withChanged);
    assert.equal(headlineOf(database, first.id), 'A new headline');
    seedNews(database, seedItems);
    assert.equal(headlineOf(database, first.id), first.headline);
  });

  it('stay as an editor has left them, whatever a new version of the site brings', (t) => {
    const database = open(t);
    edit(database, first.id);
    seedNews(database);
    assert.equal(headlineOf(database, first.id), 'An editor’s headline');
    seedNews(database, withChanged);
    seedNews(database, withChanged.slice(1));
    assert.equal(headlineOf(database, first.id), 'An editor’s headline');
  });

  it('stay deleted when an editor has deleted them', (t) => {
    const database = open(t);
    database.prepare('DELETE FROM news WHERE id = ?').run(first.id);
    seedNews(database, withChanged);
    assert.equal(headlineOf(database, first.id), undefined);
  });

  it('go with the version of the site that has withdrawn them, and come back with one that has them', (t) => {
    const database = open(t);
    seedNews(database, seedItems.slice(1));
    assert.equal(headlineOf(database, first.id), undefined);
    seedNews(database);
    assert.equal(headlineOf(database, first.id), first.headline);
  });

  it('leave an editor’s own articles alone, and give way where one has the same slug', (t) => {
    const database = open(t);
    database.prepare('DELETE FROM news WHERE id = ?').run(first.id);
    database.prepare('DELETE FROM seeded_news WHERE id = ?').run(first.id);
    const own = { ...first, id: 'own', headline: 'Our own' };
    database
      .prepare('INSERT INTO news (id, slug, category, date, featured, item) VALUES (?, ?, ?, ?, 0, ?)')
      .run(own.id, own.slug, own.category, own.date, JSON.stringify(own));
    seedNews(database);
    assert.equal(headlineOf(database, 'own'), 'Our own');
    assert.equal(headlineOf(database, first.id), undefined);
  });
});
