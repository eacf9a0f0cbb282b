import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { ListEnd, ListPart } from '#shared/list-parts.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';

/**
 * Parses `Range: items=0-23`, which requests the first 24 entries, and `items=-24`, which requests the last 24. Returns
 * null for the whole list: without the header or with an invalid one (RFC 9110, section 14.2).
 */
function parseRange({ range }: IncomingHttpHeaders): ListPart | ListEnd | null {
  const [, first, last] = /^items=(\d{0,9})-(\d{1,9})$/.exec(range ?? '') ?? [];
  if (first === '') return { last: Number(last) };
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, count: to - from + 1 } : null;
}

/** Whether the client accepts entries without their longest fields (RFC 7240). */
export const wantsBrief = ({ prefer }: IncomingHttpHeaders): boolean => prefer === 'return=minimal';

/** Returns the status and the Content-Range of a response with `length` of `total` entries, starting at `from`. */
function describePart({ from }: ListPart, length: number, total: number): { status: 206 | 416; range: string } {
  // An entry may have been added after the entries were counted.
  return length > 0
    ? { status: 206, range: `items ${from}-${from + length - 1}/${Math.max(total, from + length)}` }
    : { status: 416, range: `items */${total}` };
}

interface List<Entry> {
  count(database: Database): Promise<number>;
  /** Finds the entries of a part, or all of them. */
  find(database: Database, part: ListPart | null): Promise<Entry[]>;
}

/** Reads a list, or the part of it that is requested; sets the status and the header of a part. */
export async function readList<Entry>(
  storage: Storage,
  headers: IncomingHttpHeaders,
  res: Response,
  { count, find }: List<Entry>,
): Promise<Entry[]> {
  const range = parseRange(headers);
  if (!range) return storage.read((database) => find(database, null));
  const total = await storage.read(count);
  const part = 'last' in range ? { from: Math.max(0, total - range.last), count: range.last } : range;
  const entries = await storage.read((database) => find(database, part));
  const described = describePart(part, entries.length, total);
  res.status(described.status).set('Content-Range', described.range);
  return entries;
}
