import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleNews } from '#shared/sample-news.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import seedNews from './seed-news.json' with { type: 'json' };

const schema = `
  CREATE TABLE IF NOT EXISTS news (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, category TEXT NOT NULL, date TEXT NOT NULL, featured INTEGER NOT NULL, item TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS comments (id INTEGER PRIMARY KEY, news_id TEXT NOT NULL, author TEXT NOT NULL, content TEXT NOT NULL, date TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, message TEXT NOT NULL, date TEXT NOT NULL, attachment_name TEXT, attachment BLOB) STRICT;
  CREATE INDEX IF NOT EXISTS comments_by_news ON comments (news_id, id);
  CREATE TABLE IF NOT EXISTS trials (machine_id TEXT NOT NULL, email TEXT NOT NULL, date TEXT NOT NULL, PRIMARY KEY (machine_id, email)) STRICT;
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS invoices (id TEXT PRIMARY KEY, status TEXT NOT NULL, payload TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL) STRICT;
`;

/** The file's name under DATA_DIR. */
export const databaseFile = 'backend.sqlite';

/** The three that lead the news page. */
const featured = new Set(['smart-protective-equipment', 'wearable-safety-roi', 'reading-a-merge-conflict']);

export interface OpenedDatabase {
  database: DatabaseSync;
  /** Why nothing can be kept, where the folder or the file in it cannot be used. */
  problem: string | null;
}

/** How long one process waits for another that has the file. */
const busyMs = 5000;

const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/** Turning to WAL does not wait for another process, whatever `busy_timeout` says: it is tried again. */
function turnToWal(database: DatabaseSync): void {
  for (const deadline = Date.now() + busyMs; ;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

function prepare(database: DatabaseSync): void {
  database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  turnToWal(database);
  // Every acknowledged row is on the disk.
  database.exec('PRAGMA synchronous = FULL');
  // One step that only one process at a time may take: what begins by reading is refused, not kept waiting, when another writes.
  database.exec('BEGIN IMMEDIATE');
  database.exec(schema);
  // The news are this version's own: whatever an earlier one brought goes in the same step.
  const insert = database.prepare(
    'INSERT INTO news (id, slug, category, date, featured, item) VALUES (?, ?, ?, ?, ?, ?)',
  );
  database.exec('DELETE FROM news');
  for (const item of [...sampleNews, ...(seedNews as NewsItem[])]) {
    insert.run(item.id, item.slug, item.category, item.date, featured.has(item.slug) ? 1 : 0, JSON.stringify(item));
  }
  database.exec('COMMIT');
}

/**
 * Opens the embedded backend's database under `dataDir` and brings in the news. Where the folder cannot be written
 * to, the news is served from memory and nothing is accepted: a message that would be lost must be refused.
 */
export function openDatabase(dataDir: string): OpenedDatabase {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    file = new DatabaseSync(join(dataDir, databaseFile));
    prepare(file);
    return { database: file, problem: null };
  } catch (error) {
    // It may hold a lock that another copy waits for.
    file?.close();
    const database = new DatabaseSync(':memory:');
    prepare(database);
    return { database, problem: `DATA_DIR ${dataDir} cannot be used (${(error as Error).message})` };
  }
}
