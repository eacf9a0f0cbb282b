import { propertyOf } from '#shared/property-of.ts';
import { codeOf, messageOf } from '../lib/error-facts.ts';

export interface StorageFault {
  /** 507 means that the disk is full, 503 every other failure. */
  status: 503 | 507;
  /** The reason is written to the operator's log. */
  reason: string;
}

/** These are primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteLocked = 6;
const sqliteCorrupt = 11;
const sqliteFull = 13;
const sqliteNotDatabase = 26;
const replaceAdvice = 'restore a backup with --replace, which moves it aside';
const sqliteReasons = new Map([
  [3, 'access is denied'],
  [sqliteBusy, 'the file is locked by another process'],
  [sqliteLocked, 'a table is locked by another process'],
  [8, 'the file is read-only'],
  [10, 'reading or writing failed; the disk may be full'],
  [sqliteCorrupt, `backend.sqlite is damaged: ${replaceAdvice}`],
  [sqliteFull, 'the disk is full'],
  [14, 'the file cannot be opened'],
  [sqliteNotDatabase, `backend.sqlite is not a database: ${replaceAdvice}`],
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

/**
 * Returns the lower byte of SQLite's extended code, which is the primary code; undefined if the error is not SQLite's.
 */
function sqliteCode(error: unknown): number | undefined {
  const code = propertyOf(error, 'errcode');
  return codeOf(error) === 'ERR_SQLITE_ERROR' && typeof code === 'number' ? code & 0xff : undefined;
}

/** These are SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresFull = '53100';
const postgresReadOnly = '25006';
const postgresBusy = ['55P03', '40001', '40P01'];
/** These classes and codes are not caused by the query, but by the connection, resources, a shutdown or the disk. */
const postgresClasses = ['08', '28', '53', '57', '58', 'XX'];
const postgresCodes = [...postgresBusy, postgresReadOnly, '25P03', '3D000'];
const unreachableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  // The server is starting, ends or restarts, or has no free connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
];
/** Errors of the driver itself have no code, so the message is matched. */
const lostConnection = /connection terminated|not queryable|timeout (?:expired|exceeded)|read timeout/i;

/**
 * A connection to PostgreSQL could not be opened. The errors of TLS have many codes, and those of the driver none, so
 * the place where they are raised distinguishes them from errors of a query.
 */
export class ConnectError extends Error {
  override name = 'ConnectError';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.code = codeOf(cause);
  }
}

const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);

/** Whether PostgreSQL has refused a statement. */
export const isRefusal = (error: unknown): boolean => isSqlState(codeOf(error));

/** Whether PostgreSQL could not be reached, so a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return unreachableCodes.includes(code) || lostConnection.test(messageOf(error));
}

function postgresFault(error: unknown): StorageFault | null {
  const code = codeOf(error);
  const message = messageOf(error);
  if (isSqlState(code) && (postgresCodes.includes(code) || postgresClasses.includes(code.slice(0, 2))))
    return { status: code === postgresFull ? 507 : 503, reason: message };
  return error instanceof ConnectError || isUnreachable(error)
    ? { status: 503, reason: message || `the database cannot be reached (${code})` }
    : null;
}

/** Whether another connection holds the lock, so a retry may succeed. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked || postgresBusy.includes(codeOf(error) ?? '');
}

/** Whether PostgreSQL, or the connection that was used, takes no writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === postgresReadOnly;

/** Whether the content of the database file is damaged, so no retry can succeed. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteCorrupt || code === sqliteNotDatabase;
}

/** Returns the failure of the disk, the folder or the database server; null if the error has another cause. */
export function storageFault(error: unknown): StorageFault | null {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) {
    const reason = sqliteReasons.get(sqlite);
    return reason === undefined ? null : { status: sqlite === sqliteFull ? 507 : 503, reason };
  }
  const code = codeOf(error) ?? '';
  if (fileCodes.includes(code)) return { status: fullCodes.includes(code) ? 507 : 503, reason: messageOf(error) };
  return postgresFault(error);
}
