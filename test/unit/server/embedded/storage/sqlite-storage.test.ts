import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { databaseFile } from '#server/embedded/storage/sqlite-file.ts';
import { openStorage, StorageError, type StorageOptions } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { killAfter, temporaryFolder } from '../../../../support/process.ts';
import { until } from '../../../../support/until.ts';

async function open(t: TestContext, options: Partial<StorageOptions> = {}) {
  const dataDir = join(await temporaryFolder(t), 'data');
  const changes: string[] = [];
  const storage = await openStorage({
    dataDir,
    databaseUrl: null,
    onChange: (state) => changes.push(state),
    probeMs: 60_000,
    ...options,
  });
  t.after(() => storage.close());
  return { storage, dataDir, changes };
}

const add = (content: string) => (database: Database) =>
  database.insertInto('comments').values({ news_id: '1', author: 'Olha', content, date: '' }).execute();

async function contents(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('comments').select('content').orderBy('id').execute();
  return rows.map(({ content }) => content);
}

/** Starts another process that holds the lock until it is stopped. */
async function lock(t: TestContext, dataDir: string) {
  const file = join(import.meta.dirname, '../../../../support/lock-database.ts');
  const child = fork(file, [join(dataDir, databaseFile)], { execArgv: [] });
  killAfter(t, child);
  await once(child, 'message');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

describe('a folder that is removed while the site runs', () => {
  it('refuses writes, which SQLite itself would accept, and is not created again', async (t) => {
    const { storage, dataDir } = await open(t);
    await storage.write(add('before'));
    rmSync(dataDir, { recursive: true });
    await assert.rejects(storage.write(add('lost')), (error) => error instanceof StorageError && error.status === 503);
    assert.deepEqual(await storage.read(contents), ['before'], 'reads go on');
    assert.equal(statSync(dataDir, { throwIfNoEntry: false }), undefined);
  });

  it('is used again as soon as it exists again', async (t) => {
    const { storage, dataDir } = await open(t);
    await storage.write(add('before'));
    renameSync(dataDir, `${dataDir}-away`);
    await assert.rejects(storage.write(add('lost')), StorageError);
    renameSync(`${dataDir}-away`, dataDir);
    await storage.write(add('after'));
    assert.deepEqual(await storage.read(contents), ['before', 'after']);
    assert.equal(storage.state, 'ok');
  });

  it('gets a new database when it is empty', async (t) => {
    const { storage, dataDir } = await open(t);
    await storage.write(add('before'));
    rmSync(dataDir, { recursive: true });
    await assert.rejects(storage.write(add('lost')), StorageError);
    mkdirSync(dataDir);
    await storage.write(add('after'));
    assert.deepEqual(await storage.read(contents), ['after']);
  });
});

it('a failing storage detects by itself that it can be written to again', async (t) => {
  const { storage, dataDir, changes } = await open(t, { probeMs: 20 });
  renameSync(dataDir, `${dataDir}-away`);
  writeFileSync(dataDir, 'a file in the place of the folder');
  await assert.rejects(storage.write(add('lost')), StorageError);
  rmSync(dataDir);
  renameSync(`${dataDir}-away`, dataDir);
  await until('the storage is usable', () => storage.state === 'ok');
  assert.deepEqual(changes, ['failing', 'ok']);
});

it('a failing storage leaves the version of a database that a newer release has changed meanwhile', async (t) => {
  const { storage, dataDir } = await open(t, { busyMs: 20, probeMs: 20 });
  const release = await lock(t, dataDir);
  await assert.rejects(storage.write(add('lost')), StorageError);
  assert.equal(storage.state, 'failing');
  // Several test writes meet the lock. Opening the database again would block this thread for five seconds.
  const started = performance.now();
  await wait(200);
  assert.ok(performance.now() - started < 4000);
  await release();
  const newer = new DatabaseSync(join(dataDir, databaseFile), { timeout: 5000 });
  t.after(() => newer.close());
  newer.exec('PRAGMA user_version = 99');
  await until('the storage is usable', () => storage.state === 'ok', 4000);
  assert.deepEqual({ ...newer.prepare('PRAGMA user_version').get() }, { user_version: 99 });
});
