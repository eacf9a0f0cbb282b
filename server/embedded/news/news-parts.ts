import type { IncomingHttpHeaders } from 'node:http';
import type { ListPart } from '#shared/list-parts.ts';

/**
 * Reads `Range: items=0-23`, which asks for the first 24 entries. Null where the whole list is asked for: without the
 * header, and with one that says something else (RFC 9110, section 14.2).
 */
export function parseRange({ range }: IncomingHttpHeaders): ListPart | null {
  const [, first, last] = /^items=(\d{1,9})-(\d{1,9})$/.exec(range ?? '') ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, count: to - from + 1 } : null;
}

/** Whether the entries may come without their longest fields (RFC 7240). */
export const wantsBrief = ({ prefer }: IncomingHttpHeaders): boolean => prefer === 'return=minimal';

/** Status and header of the answer with `length` entries from `from` on, of a list of `total`. */
export function describePart({ from }: ListPart, length: number, total: number): { status: 206 | 416; range: string } {
  return length > 0
    ? { status: 206, range: `items ${from}-${from + length - 1}/${total}` }
    : { status: 416, range: `items */${total}` };
}
