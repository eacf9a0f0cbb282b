/** SQLite's own numbers of what a disk can refuse: https://www.sqlite.org/rescode.html */
const full = 13;
const faults: Record<number, string> = {
  5: 'the file is locked by another process',
  6: 'a table is locked by another process',
  8: 'it is read-only',
  10: 'reading or writing failed',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened',
};

export interface StorageFault {
  status: 503 | 507;
  reason: string;
}

/** What the disk refused, if it was the disk: null for every other error. */
export function storageFault(error: unknown): StorageFault | null {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return null;
  // The lower byte is the kind, whatever the rest says about it.
  const kind = errcode & 0xff;
  const reason = faults[kind];
  return reason ? { status: kind === full ? 507 : 503, reason } : null;
}
