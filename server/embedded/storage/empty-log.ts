import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WriteLog } from '../lib/write-log.ts';
import { startPolling, type Polling } from './polling.ts';
import { databaseFile } from './sqlite-file.ts';

function emptyLog(path: string): void {
  using connection = new DatabaseSync(path, { timeout: 0 });
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

interface Options {
  dataDir: string;
  writeLog: WriteLog;
  /** The interval between two times at which the log is emptied, in milliseconds. */
  pollMs?: number;
}

/**
 * Moves the write-ahead log of SQLite into the database and empties it, every hour: otherwise it contains rows that were
 * deleted until it is written over. While another connection reads or writes, it stays until the next time.
 */
export function startEmptyingLog({ dataDir, writeLog, pollMs = 3_600_000 }: Options): Polling {
  const path = join(dataDir, databaseFile);
  return startPolling({
    poll() {
      if (existsSync(path)) emptyLog(path);
      return Promise.resolve();
    },
    pollMs,
    writeLog,
    failure: 'the write-ahead log of the database could not be emptied',
  });
}
