import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { newSqlite, sharedPostgres } from '../../../../support/databases.ts';
import { missingPostgres, type PostgresServer } from '../../../../support/postgres.ts';
import { temporaryFolder } from '../../../../support/process.ts';

/** Longer than the server lets a transaction of the running site pause. */
const stallMs = 11_000;

describe('a disk that stalls', { skip: missingPostgres(), concurrency: true }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });

  async function createPlace(t: TestContext): Promise<DatabasePlace> {
    const place = { ...(await newSqlite(t)), databaseUrl: await server.createDatabase() };
    await (await openStorage(place)).close();
    return place;
  }

  it('does not end the snapshot of PostgreSQL from which a backup is written', async (t) => {
    const place = await createPlace(t);
    const ids = await readSnapshot(place, async (database) => {
      await wait(stallMs);
      return database.selectFrom('news').select('id').execute();
    });
    assert.ok(ids.length > 0);
  });

  it('does not end the transaction of PostgreSQL into which a backup is restored', async (t) => {
    const place = await createPlace(t);
    const folder = await temporaryFolder(t);
    const file = join(folder, 'site.jsonl.gz');
    assert.equal((await captureCommand(t, runBackup, [file], place)).code, 0);
    const content = readFileSync(file);
    const stalling = join(folder, 'stalling.jsonl.gz');
    execFileSync('mkfifo', [stalling]);
    const restored = captureCommand(t, runRestore, [stalling], place);
    const writer = await open(stalling, 'w');
    await writer.write(content.subarray(0, content.length / 2));
    await wait(stallMs);
    await writer.write(content.subarray(content.length / 2));
    await writer.close();
    const { code, text } = await restored;
    assert.equal(code, 0, text);
  });
});
