import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { describeOnBoth, newSqlite } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

async function change<T>(place: DatabasePlace, effect: (database: Database) => Promise<T>): Promise<T> {
  const storage = await openStorage(place);
  try {
    return await storage.write(effect);
  } finally {
    await storage.close();
  }
}

const addMessage = async (database: Database) => {
  const message = { first_name: 'Ivan', last_name: 'B', email: 'i@b.example', message: 'Hello', date: '2026-01-01' };
  return (await database.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()).id;
};

const addComment = async (database: Database) => {
  const comment = { news_id: '1', author: 'Olha', content: 'Thank you', date: '2026-01-01' };
  return (await database.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()).id;
};

/** Leaves message 1, and no comment, in a database that has given the ids of two messages and one comment. */
const deleteNewest = (place: DatabasePlace) =>
  change(place, async (database) => {
    await addMessage(database);
    await database
      .deleteFrom('messages')
      .where('id', '=', await addMessage(database))
      .execute();
    await database
      .deleteFrom('comments')
      .where('id', '=', await addComment(database))
      .execute();
  });

async function copy(t: TestContext, from: DatabasePlace, to: DatabasePlace, edit?: (file: string) => void) {
  const file = join(await temporaryFolder(t), 'site.jsonl.gz');
  const made = await captureCommand(t, runBackup, [file], from);
  assert.equal(made.code, 0, made.text);
  edit?.(file);
  const restored = await captureCommand(t, runRestore, [file], to);
  assert.equal(restored.code, 0, restored.text);
}

const nextIds = (place: DatabasePlace) =>
  change(place, async (database) => [await addMessage(database), await addComment(database)]);

describeOnBoth('a restored database', (newPlace) => {
  it('never gives the id of a row that was deleted before the backup, also after a second restore', async (t) => {
    for (const [newSource, newTarget] of [
      [newPlace, newPlace],
      [newPlace, newSqlite],
      [newSqlite, newPlace],
    ] as const) {
      const [source, target, second] = [await newSource(t), await newTarget(t), await newTarget(t)];
      await deleteNewest(source);
      await copy(t, source, target);
      await copy(t, target, second);
      assert.deepEqual(await nextIds(target), [3, 2]);
      assert.deepEqual(await nextIds(second), [3, 2]);
    }
  });

  it('continues after the largest ids of a backup without counters', async (t) => {
    const [source, target] = [await newPlace(t), await newPlace(t)];
    await deleteNewest(source);
    await copy(t, source, target, (file) => {
      const [head = '', ...rows] = gunzipSync(readFileSync(file)).toString().split('\n');
      const earlier = { ...(JSON.parse(head) as object), counters: undefined };
      writeFileSync(file, gzipSync([JSON.stringify(earlier), ...rows].join('\n')));
    });
    assert.deepEqual(await nextIds(target), [2, 1]);
  });
});
