import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import promises, { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { newSqlite } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Makes the file system like FAT, which has no hard links; the process ends in the middle of each copy. */
function removeLinks(t: TestContext): void {
  const fault = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const mocks = [
    t.mock.method(promises, 'link', () => fault('EPERM')),
    t.mock.method(promises, 'copyFile', async (from: string, to: string) => {
      await writeFile(to, readFileSync(from).subarray(0, 100));
      return fault('EIO');
    }),
  ];
  syncBuiltinESMExports();
  t.after(() => {
    for (const { mock } of mocks) mock.restore();
    syncBuiltinESMExports();
  });
}

describe('on a disk without hard links', () => {
  it('a file with the name of a backup is complete', async (t) => {
    const place = await newSqlite(t);
    await (await openStorage(place)).close();
    const file = join(await temporaryFolder(t), 'site.jsonl.gz');
    removeLinks(t);
    const { code } = await captureCommand(t, runBackup, [file], place);
    assert.equal(existsSync(file), code === 0);
    const target = await newSqlite(t);
    assert.equal((await captureCommand(t, runRestore, [file], target)).code, 0);
  });

  it('a file with the name of a damaged database is complete', async (t) => {
    const place = await newSqlite(t);
    await (await openStorage(place)).close();
    const file = join(await temporaryFolder(t), 'site.jsonl.gz');
    assert.equal((await captureCommand(t, runBackup, [file], place)).code, 0);
    const database = join(place.dataDir, 'backend.sqlite');
    writeFileSync(database, 'This is not a database. '.repeat(400));
    removeLinks(t);
    assert.equal((await captureCommand(t, runRestore, [file, '--replace'], place)).code, 1);
    assert.deepEqual(
      readdirSync(place.dataDir).filter((name) => name.includes('damaged')),
      [],
    );
  });
});
