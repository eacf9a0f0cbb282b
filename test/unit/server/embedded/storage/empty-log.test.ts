import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startEmptyingLog } from '#server/embedded/storage/empty-log.ts';
import { databaseFile } from '#server/embedded/storage/sqlite-file.ts';
import { openStorage, type Storage } from '#server/embedded/storage/storage.ts';
import { newSqlite, openTestStorage } from '../../../../support/databases.ts';
import { until } from '../../../../support/until.ts';

const secret = 'A sentence that was erased.';

/** The files of SQLite that contain the secret, in a folder. */
function filesWithSecret(dataDir: string): string[] {
  const files = ['', '-wal', '-shm'].map((suffix) => databaseFile + suffix);
  return files.filter((name) => existsSync(join(dataDir, name)) && readFileSync(join(dataDir, name)).includes(secret));
}

/** Stores a message with an attachment of several pages, and deletes it. */
async function storeAndDelete(storage: Storage): Promise<void> {
  const message = {
    first_name: 'Olha',
    last_name: 'Kovalenko',
    email: 'olha@example.com',
    message: secret,
    date: '2026-01-01',
    attachment_name: 'cv.pdf',
    attachment: Buffer.from(secret.repeat(2000)),
  };
  await storage.write((database) => database.insertInto('messages').values(message).execute());
  await storage.write((database) => database.deleteFrom('messages').execute());
}

describe('what was erased', () => {
  it('is in no file of the running site any more when the write-ahead log was emptied', async (t) => {
    const place = await newSqlite(t);
    const { dataDir } = place;
    await storeAndDelete(await openTestStorage(t, place));
    assert.deepEqual(filesWithSecret(dataDir), [`${databaseFile}-wal`]);
    const logged: string[] = [];
    const job = startEmptyingLog({ dataDir, pollMs: 5, writeLog: (_level, _fields, text) => logged.push(text) });
    t.after(() => job.close());
    await until('it is in no file', () => filesWithSecret(dataDir).length === 0);
    assert.deepEqual(logged, []);
  });

  it('is not in the file after the site has ended', async (t) => {
    const place = await newSqlite(t);
    const storage = await openStorage(place);
    await storeAndDelete(storage);
    await storage.close();
    assert.deepEqual(filesWithSecret(place.dataDir), []);
  });
});
