import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { newSqlite } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Gives a file or folder the age of one that has not changed for some hours. */
function age(path: string, hours: number): void {
  utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000));
}

it('a backup and a restore remove what killed ones have left for a day, and nothing else', async (t) => {
  const place = await newSqlite(t);
  await (await openStorage(place)).close();
  const folder = await temporaryFolder(t);
  for (const [name, hours] of [
    ['film.part', 25],
    ['killed.gz.0.site-backup.part', 25],
    ['running.gz.0.site-backup.part', 23],
  ] as const) {
    writeFileSync(join(folder, name), '');
    age(join(folder, name), hours);
  }
  const backup = join(folder, 'site.gz');
  assert.equal((await captureCommand(t, runBackup, [backup], place)).code, 0);
  assert.deepEqual(readdirSync(folder).sort(), ['film.part', 'running.gz.0.site-backup.part', 'site.gz']);

  const database = join(place.dataDir, 'backend.sqlite');
  for (const [name, hours] of [
    ['restored-by-hand', 25],
    ['site-restore-killed', 25],
    ['site-restore-running', 23],
  ] as const) {
    const left = `${database}.${name}`;
    mkdirSync(left);
    writeFileSync(join(left, 'backend.sqlite'), '');
    age(left, hours);
  }
  writeFileSync(database, 'This is not a database. '.repeat(400));
  assert.equal((await captureCommand(t, runRestore, [backup, '--replace'], place)).code, 0);
  assert.deepEqual(
    readdirSync(place.dataDir).filter((name) => /\.(?:restored|site-restore)-/.test(name)),
    ['backend.sqlite.restored-by-hand', 'backend.sqlite.site-restore-running'],
  );
});

it('a backup to a disk that has become read-only names the fault of its file, and does not mention the database', async (t) => {
  const place = await newSqlite(t);
  await (await openStorage(place)).close();
  const fault = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  const mocks = (['rename', 'rm'] as const).map((name) => t.mock.method(promises, name, () => Promise.reject(fault)));
  syncBuiltinESMExports();
  const { code, text } = await captureCommand(t, runBackup, [join(await temporaryFolder(t), 'site.gz')], place);
  for (const { mock } of mocks) mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual([code, text], [1, 'The backup could not be made: EROFS: read-only file system.']);
});

it('a backup that cannot be given its name leaves no empty file with this name', async (t) => {
  const place = await newSqlite(t);
  await (await openStorage(place)).close();
  const folder = await temporaryFolder(t);
  const { mock } = t.mock.method(promises, 'rename', () => Promise.reject(new Error('EPERM: refused')));
  syncBuiltinESMExports();
  const { code, text } = await captureCommand(t, runBackup, [join(folder, 'site.gz')], place);
  mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual([code, text], [1, 'The backup could not be made: EPERM: refused.']);
  assert.deepEqual(readdirSync(folder), []);
});
