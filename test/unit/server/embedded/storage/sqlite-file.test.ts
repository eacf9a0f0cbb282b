import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { migrate, schemaVersion } from '#server/embedded/storage/migrations.ts';
import { createSqliteKysely, sqliteSchema } from '#server/embedded/storage/sqlite-dialect.ts';
import { databaseFile, openFile } from '#server/embedded/storage/sqlite-file.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Opens the file as the site does and closes it. */
const openOnce = async (folder: string) => (await openFile(folder, 5000)).close();

const openDirectly = (folder: string) => new DatabaseSync(join(folder, databaseFile));

const slugsOf = (database: DatabaseSync) =>
  (database.prepare('SELECT slug FROM news ORDER BY slug').all() as { slug: string }[]).map(({ slug }) => slug);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The tables of releases without schema versions, with one article, one comment and one message. */
const unversioned = `
  CREATE TABLE news (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, category TEXT NOT NULL, date TEXT NOT NULL, featured INTEGER NOT NULL, item TEXT NOT NULL) STRICT;
  CREATE TABLE comments (id INTEGER PRIMARY KEY, news_id TEXT NOT NULL, author TEXT NOT NULL, content TEXT NOT NULL, date TEXT NOT NULL) STRICT;
  CREATE TABLE messages (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, message TEXT NOT NULL, date TEXT NOT NULL, attachment_name TEXT, attachment BLOB) STRICT;
  CREATE INDEX comments_by_news ON comments (news_id, id);
  CREATE TABLE trials (machine_id TEXT NOT NULL, email TEXT NOT NULL, date TEXT NOT NULL, PRIMARY KEY (machine_id, email)) STRICT;
  CREATE TABLE answers (key TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
  CREATE TABLE invoices (id TEXT PRIMARY KEY, status TEXT NOT NULL, payload TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL) STRICT;
  INSERT INTO news VALUES ('1', 'old-slug', 'General', '2020-01-01', 0, '{}'), ('withdrawn', 'withdrawn', 'General', '2020-01-01', 0, '{}');
  INSERT INTO comments VALUES (1, '1', 'Olha', 'Thank you', '2026-01-01');
  INSERT INTO messages VALUES (1, 'Olha', 'Kovalenko', 'olha@example.com', 'Hello', '2026-01-01', NULL, NULL);
  INSERT INTO answers VALUES ('/api/contact x', 200, '{}', 0);
`;

describe('the schema', () => {
  it('of a database without a version is migrated, and all data of visitors stays', async (t) => {
    const folder = await temporaryFolder(t);
    const before = openDirectly(folder);
    before.exec(unversioned);
    before.close();

    await openOnce(folder);
    using database = openDirectly(folder);
    assert.deepEqual({ ...database.prepare('PRAGMA user_version').get() }, { user_version: schemaVersion });
    assert.equal(database.prepare('SELECT content FROM comments').get()?.['content'], 'Thank you');
    assert.equal(database.prepare('SELECT message FROM messages').get()?.['message'], 'Hello');
    const freshFolder = await temporaryFolder(t);
    await openOnce(freshFolder);
    using fresh = openDirectly(freshFolder);
    assert.deepEqual(slugsOf(database), ['old-slug', 'withdrawn'], 'the news are those that were there');
    const schemaOf = (one: DatabaseSync) =>
      one.prepare("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").all();
    assert.deepEqual(schemaOf(database), schemaOf(fresh));
  });

  it('of version 8 is migrated, and its e-mails get their new names', async (t) => {
    const folder = await temporaryFolder(t);
    using before = openDirectly(folder);
    await migrate(createSqliteKysely(before), sqliteSchema, 8);
    const row = "'sent', '', '{}', NULL, 0, 0, 0, 1, NULL";
    before.exec(`
      INSERT INTO outbox VALUES (1, 'a', 'letter', ${row}), (2, 'b', 'call', ${row}), (3, 'c', 'refund', ${row});
      INSERT INTO desk_acts VALUES (1, '', '', 'letter-sent-again', '1'), (2, '', '', 'licence-sent', '1');
    `);

    await openOnce(folder);
    const valuesOf = (sql: string) => before.prepare(sql).all().flatMap(Object.values);
    assert.deepEqual(valuesOf('SELECT kind FROM outbox ORDER BY id'), ['email', 'call', 'refund']);
    assert.deepEqual(valuesOf('SELECT act FROM desk_acts ORDER BY id'), ['email-sent-again', 'licence-sent']);
  });

  it('of version 10 is migrated, and counts the ids of its rows from then on', async (t) => {
    const folder = await temporaryFolder(t);
    using before = openDirectly(folder);
    await migrate(createSqliteKysely(before), sqliteSchema, 10);
    const columns = 'INSERT INTO comments (news_id, author, content, date) VALUES';
    before.exec(`${columns} ('1', 'Olha', 'one', ''), ('1', 'Olha', 'two', '')`);
    const indexesOf = (table: string) =>
      before
        .prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? AND tbl_name = ? ORDER BY name')
        .all('index', table);
    const tables = ['comments', 'messages', 'outbox', 'licences'];
    const indexes = tables.map(indexesOf);

    await openOnce(folder);
    assert.deepEqual(tables.map(indexesOf), indexes);
    before.exec(`DELETE FROM comments WHERE content = 'two'; ${columns} ('1', 'Olha', 'three', '')`);
    const rows = before.prepare('SELECT id, content FROM comments ORDER BY id').all();
    assert.deepEqual(
      rows.map(({ id, content }) => `${String(id)} ${String(content)}`),
      ['1 one', '3 three'],
    );
  });
});

describe('the file', () => {
  it('is readable only by its owner, like its folder, with any umask', async (t) => {
    const folder = join(await temporaryFolder(t), 'data');
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const file = await openFile(folder, 5000);
    await file.writer.insertInto('comments').values({ news_id: '1', author: 'Olha', content: '', date: '' }).execute();
    assert.equal(modeOf(folder), '700');
    assert.deepEqual(
      readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]),
      ['', '-shm', '-wal'].map((suffix) => [databaseFile + suffix, '600']),
    );
    await file.close();
  });

  it('that an earlier version left readable for others is closed to them', async (t) => {
    const folder = await temporaryFolder(t);
    await openOnce(folder);
    chmodSync(folder, 0o755);
    chmodSync(join(folder, databaseFile), 0o644);
    await openOnce(folder);
    assert.deepEqual([modeOf(folder), modeOf(join(folder, databaseFile))], ['700', '600']);
  });

  it('closes a folder that has only the database, the generated key and the folder of a mounted disk', async (t) => {
    const folder = await temporaryFolder(t);
    mkdirSync(join(folder, 'lost+found'));
    for (const name of ['licence-key.pem', 'licence-key.pem.0badcafe']) writeFileSync(join(folder, name), '');
    chmodSync(folder, 0o755);
    await openOnce(folder);
    assert.equal(modeOf(folder), '700');
  });

  it('does not change the mode of a folder with other files', async (t) => {
    const folder = join(await temporaryFolder(t), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other.txt'), '');
    await openOnce(folder);
    assert.deepEqual([modeOf(folder), modeOf(join(folder, databaseFile))], ['755', '600']);
  });

  it('is created with its parent folders, and refused when no folder can be created', async (t) => {
    const folder = await temporaryFolder(t);
    await openOnce(join(folder, 'one/two'));
    assert.ok(statSync(join(folder, 'one/two', databaseFile)).isFile());
    await assert.rejects(openFile(join(folder, 'one/two', databaseFile, 'three'), 5000), /EEXIST/);
    // The system reports that /proc/none does not exist, although /proc does.
    if (existsSync('/proc')) await assert.rejects(openFile('/proc/none/data', 5000), /ENOENT/);
  });

  it('that cannot be opened stays usable for other processes', async (t) => {
    const folder = await temporaryFolder(t);
    await openOnce(folder);
    using other = openDirectly(folder);
    // The step from version 7 runs a second time, when its table already exists.
    other.exec('PRAGMA user_version = 7');
    await assert.rejects(openFile(folder, 5000), /already exists/);
    other.exec('PRAGMA busy_timeout = 0');
    other.exec("INSERT INTO comments (news_id, author, content, date) VALUES ('1', 'Olha', 'Thank you', '2026-01-01')");
  });
  it('that another process has locked is waited for, up to the time limit, without blocking the thread', async (t) => {
    const folder = await temporaryFolder(t);
    await openOnce(folder);
    using other = openDirectly(folder);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(openFile(folder, 100), /database is locked/);
    const opening = openFile(folder, 5000);
    setTimeout(() => other.exec('ROLLBACK'), 100);
    await (await opening).close();
  });
});
