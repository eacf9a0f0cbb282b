import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { databaseFile, openDatabase } from '#server/embedded/database.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const slugsOf = (database: DatabaseSync) =>
  (database.prepare('SELECT slug FROM news ORDER BY slug').all() as { slug: string }[]).map(({ slug }) => slug);

describe('the embedded backend’s database', () => {
  it('has the news of this version alone, whatever an earlier one brought', (t) => {
    const folder = temporaryFolder(t);
    const { database: first } = openDatabase(folder);
    const slugs = slugsOf(first);
    first.exec("UPDATE news SET id = 'renamed' WHERE slug = 'wearable-safety-roi'");
    first.exec("INSERT INTO news VALUES ('old', 'withdrawn', 'General', '2020-01-01', 0, '{}')");
    first.close();

    const { database: second, problem } = openDatabase(folder);
    t.after(() => second.close());
    assert.equal(problem, null);
    assert.deepEqual(slugsOf(second), slugs);
  });

  it('that cannot be used is left to the others, and said', (t) => {
    const folder = temporaryFolder(t);
    openDatabase(folder).database.close();
    const other = new DatabaseSync(join(folder, databaseFile));
    t.after(() => other.close());
    other.exec('DROP TABLE news; CREATE TABLE news (id TEXT PRIMARY KEY, slug TEXT) STRICT;');

    const { database, problem } = openDatabase(folder);
    t.after(() => database.close());
    assert.match(problem ?? '', /cannot be used/);
    assert.ok(slugsOf(database).length > 0, 'the news are served from memory');
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
