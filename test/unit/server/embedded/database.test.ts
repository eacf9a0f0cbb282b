import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { databaseFile, inTransaction, openDatabase } from '#server/embedded/database.ts';
import { NewerDatabaseError, schemaVersion } from '#server/embedded/migrations.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const slugsOf = (database: DatabaseSync) =>
  (database.prepare('SELECT slug FROM news ORDER BY slug').all() as { slug: string }[]).map(({ slug }) => slug);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The tables as they were before they had a version, with one article, one comment and one message. */
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
  it('of a database without a version is brought up to date, with all that visitors have sent', (t) => {
    const folder = temporaryFolder(t);
    const before = new DatabaseSync(join(folder, databaseFile));
    before.exec(unversioned);
    before.close();

    using database = openDatabase(folder);
    assert.deepEqual({ ...database.prepare('PRAGMA user_version').get() }, { user_version: schemaVersion });
    assert.equal(database.prepare('SELECT content FROM comments').get()?.['content'], 'Thank you');
    assert.equal(database.prepare('SELECT message FROM messages').get()?.['message'], 'Hello');
    using fresh = openDatabase(temporaryFolder(t));
    assert.deepEqual(slugsOf(database), slugsOf(fresh), 'the news are those of this version');
  });

  it('of a newer version of the site is refused in one sentence, and not changed', (t) => {
    const folder = temporaryFolder(t);
    const newer = openDatabase(folder);
    newer.exec(`PRAGMA user_version = ${schemaVersion + 1}; DELETE FROM news;`);
    newer.close();
    assert.throws(
      () => openDatabase(folder),
      (error: Error) => error instanceof NewerDatabaseError && error.message.includes(`version ${schemaVersion + 1}`),
    );
    using untouched = new DatabaseSync(join(folder, databaseFile));
    assert.deepEqual(slugsOf(untouched), []);
  });
});

describe('the file', () => {
  it('is for its owner alone, with its folder and whatever the umask is', (t) => {
    const folder = join(temporaryFolder(t), 'data');
    const before = process.umask(0);
    t.after(() => process.umask(before));
    using database = openDatabase(folder);
    database.exec("INSERT INTO comments VALUES (1, '1', 'Olha', 'Thank you', '2026-01-01')");
    assert.equal(modeOf(folder), '700');
    assert.deepEqual(
      readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]),
      ['', '-shm', '-wal'].map((suffix) => [databaseFile + suffix, '600']),
    );
  });

  it('that an earlier version left open to others is closed to them', (t) => {
    const folder = temporaryFolder(t);
    openDatabase(folder).close();
    chmodSync(folder, 0o755);
    chmodSync(join(folder, databaseFile), 0o644);
    openDatabase(folder).close();
    assert.deepEqual([modeOf(folder), modeOf(join(folder, databaseFile))], ['700', '600']);
  });

  it('leaves the mode of a folder that holds other files', (t) => {
    const folder = join(temporaryFolder(t), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other.txt'), '');
    openDatabase(folder).close();
    assert.deepEqual([modeOf(folder), modeOf(join(folder, databaseFile))], ['755', '600']);
  });

  it('that cannot be opened is left to the other processes', (t) => {
    const folder = temporaryFolder(t);
    openDatabase(folder).close();
    using other = new DatabaseSync(join(folder, databaseFile));
    other.exec('DROP TABLE seeded_news');
    assert.throws(() => openDatabase(folder), /seeded_news/);
    other.exec('PRAGMA busy_timeout = 0');
    other.exec("INSERT INTO comments VALUES (1, '1', 'Olha', 'Thank you', '2026-01-01')");
  });

  it('is made by one of several processes that start at the same time, and used by all', async (t) => {
    const file = join(import.meta.dirname, '../../../support/open-database.ts');
    const processes = Array.from({ length: 4 }, () => fork(file, { execArgv: process.execArgv }));
    t.after(() => processes.forEach((child) => child.kill()));
    const hear = async (child: ChildProcess) => ((await once(child, 'message')) as [string])[0];
    await Promise.all(processes.map(hear));
    for (let round = 0; round < 40; round += 1) {
      const folder = temporaryFolder(t);
      const answers = processes.map(hear);
      for (const child of processes) child.send(folder);
      assert.deepEqual(await Promise.all(answers), ['opened', 'opened', 'opened', 'opened']);
    }
  });
});

describe('a transaction', () => {
  it('whose task throws leaves nothing behind, and the connection usable', (t) => {
    using database = openDatabase(temporaryFolder(t));
    const insert = () => database.exec("INSERT INTO comments VALUES (1, '1', 'Olha', 'Thank you', '2026-01-01')");
    assert.throws(
      () =>
        inTransaction(database, () => {
          insert();
          throw new Error('on purpose');
        }),
      /on purpose/,
    );
    assert.equal(database.prepare('SELECT count(*) AS count FROM comments').get()?.['count'], 0);
    inTransaction(database, insert);
  });
});
