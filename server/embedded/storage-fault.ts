export interface StorageFault {
  /** 507 where there is no room left, 503 for every other refusal of the disk. */
  status: 503 | 507;
  /** For the operator's log. */
  reason: string;
}

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteLocked = 6;
const sqliteFull = 13;
const sqliteReasons = new Map([
  [3, 'access is denied'],
  [sqliteBusy, 'the file is locked by another process'],
  [sqliteLocked, 'a table is locked by another process'],
  [8, 'the file is read-only'],
  [10, 'reading or writing failed'],
  [11, 'the file is damaged'],
  [sqliteFull, 'the disk is full'],
  [14, 'the file cannot be opened'],
  [26, 'the file is not a database'],
]);

const fullCodes = ['ENOSPC', 'EDQUOT'];
const fileCodes = [
  ...fullCodes,
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ELOOP',
  'EIO',
  'EMFILE',
  'ENFILE',
];

/** The lower byte of SQLite's code is its kind; undefined for an error that is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined;
}

/** Whether another connection holds the lock, so that the same call may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked;
}

/** What the disk or the folder refused; null for an error of another cause. */
export function storageFault(error: unknown): StorageFault | null {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) {
    const reason = sqliteReasons.get(sqlite);
    return reason === undefined ? null : { status: sqlite === sqliteFull ? 507 : 503, reason };
  }
  const { code = '', message } = error as NodeJS.ErrnoException;
  return fileCodes.includes(code) ? { status: fullCodes.includes(code) ? 507 : 503, reason: message } : null;
}
