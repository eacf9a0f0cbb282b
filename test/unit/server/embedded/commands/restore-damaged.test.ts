import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import promises, { copyFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { replaceDamagedFile } from '#server/embedded/storage/replace-damaged-file.ts';
import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { newSqlite } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Returns a backup with one comment, and the place of the database that it was made from. */
async function makeBackup(t: TestContext) {
  const place = await newSqlite(t);
  const storage = await openStorage(place);
  const comment = { news_id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01' };
  await storage.write((database) => database.insertInto('comments').values(comment).execute());
  await storage.close();
  const file = join(await temporaryFolder(t), 'site.jsonl.gz');
  assert.equal((await captureCommand(t, runBackup, [file], place)).code, 0);
  return { place, file, database: join(place.dataDir, 'backend.sqlite') };
}

async function readComments(place: DatabasePlace): Promise<string[]> {
  const storage = await openStorage(place);
  const rows = await storage.read((database) => database.selectFrom('comments').select('content').execute());
  await storage.close();
  return rows.map(({ content }) => content);
}

/** Returns the names in the folder, without the empty files that SQLite itself makes beside a damaged one. */
const namesIn = ({ dataDir }: DatabasePlace) =>
  readdirSync(dataDir).filter((name) => !/^backend\.sqlite-(?:wal|shm)$/.test(name));

/** Overwrites all pages after the first one: the file is a database still, and its tables are not. */
function damagePages(database: string): void {
  const content = readFileSync(database);
  writeFileSync(database, content.fill(0x5a, 4096));
}

const notDatabase = (database: string) => writeFileSync(database, 'This is not a database. '.repeat(400));

for (const [name, damage, reason] of [
  ['a damaged database', damagePages, 'is damaged'],
  ['a file that is not a database', notDatabase, 'is not a database'],
] as const)
  describe(`npm run restore over ${name}`, () => {
    it('without --replace changes nothing and names the option', async (t) => {
      const { place, file, database } = await makeBackup(t);
      damage(database);
      const before = readFileSync(database);
      const { code, text } = await captureCommand(t, runRestore, [file], place);
      assert.equal(code, 1);
      assert.ok(text.includes(`backend.sqlite ${reason}: restore a backup with --replace, which moves it aside`), text);
      assert.deepEqual(readFileSync(database), before);
      assert.deepEqual(namesIn(place), ['backend.sqlite']);
    });

    it('with --replace moves it aside under a name that is printed, and restores the backup', async (t) => {
      const { place, file, database } = await makeBackup(t);
      damage(database);
      const before = readFileSync(database);
      const { code, text } = await captureCommand(t, runRestore, [file, '--replace'], place);
      assert.equal(code, 0, text);
      const [, movedTo = ''] = /^The damaged database was moved to (\S+)\. /m.exec(text) ?? [];
      assert.ok(movedTo.startsWith(`${database}.damaged-`), text);
      assert.deepEqual(readFileSync(movedTo), before);
      // SQLite would apply the write-ahead log of the damaged file to the new one.
      const others = readdirSync(place.dataDir).filter((name) => name !== 'backend.sqlite');
      assert.ok(
        others.every((name) => join(place.dataDir, name).startsWith(movedTo)),
        others.join(),
      );
      assert.deepEqual(await readComments(place), ['Thank you']);
      assert.equal((statSync(database).mode & 0o777).toString(8), '600');
    });

    it('from a backup that cannot be restored changes nothing', async (t) => {
      const { place, file, database } = await makeBackup(t);
      damage(database);
      const before = readFileSync(database);
      writeFileSync(file, readFileSync(file).subarray(0, -30));
      const { code, text } = await captureCommand(t, runRestore, [file, '--replace'], place);
      assert.equal(code, 1);
      assert.match(text, /was not restored, and nothing was changed: it cannot be read/);
      assert.deepEqual(readFileSync(database), before);
      assert.deepEqual(namesIn(place), ['backend.sqlite']);
    });
  });

describe('npm run restore --replace that ends between two changes of files', () => {
  it('leaves the damaged file or the restored one, so that it can be repeated', async (t) => {
    const { rename } = promises;
    for (let completed = 0; ; completed += 1) {
      const { place, file, database } = await makeBackup(t);
      notDatabase(database);
      writeFileSync(`${database}-wal`, 'log');
      const damaged = readFileSync(database);
      const fault = Object.assign(new Error('EIO: the process has ended'), { code: 'EIO' });
      let count = 0;
      const { mock } = t.mock.method(promises, 'rename', (from: string, to: string) =>
        count++ === completed ? Promise.reject(fault) : rename(from, to),
      );
      syncBuiltinESMExports();
      const { code } = await captureCommand(t, runRestore, [file, '--replace'], place);
      mock.restore();
      syncBuiltinESMExports();
      if (code === 0) return assert.ok(completed > 0);
      assert.deepEqual(readFileSync(database), damaged);
      assert.equal((await captureCommand(t, runRestore, [file, '--replace'], place)).code, 0);
      assert.deepEqual(await readComments(place), ['Thank you']);
    }
  });

  it('loses nothing that SQLite could not yet write from its log into the restored file', async (t) => {
    const { place, database } = await makeBackup(t);
    const source = new DatabaseSync(database);
    source.exec("UPDATE comments SET content = 'In the log'");
    const result = await replaceDamagedFile(place.dataDir, async ({ dataDir }) => {
      for (const suffix of ['', '-wal']) await copyFile(database + suffix, join(dataDir, `backend.sqlite${suffix}`));
      source.close();
    });
    assert.ok(result.movedTo.startsWith(database));
    assert.deepEqual(await readComments(place), ['In the log']);
  });

  it('changes nothing if the restored file cannot be completed', async (t) => {
    const { place, database } = await makeBackup(t);
    const before = readFileSync(database);
    const fill = ({ dataDir }: DatabasePlace) => writeFile(join(dataDir, 'backend.sqlite'), 'x'.repeat(5000));
    await assert.rejects(replaceDamagedFile(place.dataDir, fill), /not a database/);
    assert.deepEqual(readFileSync(database), before);
    assert.deepEqual(namesIn(place), ['backend.sqlite']);
  });
});
