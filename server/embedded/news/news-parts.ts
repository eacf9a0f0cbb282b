import type { IncomingHttpHeaders } from 'node:http';
import type { ListPart } from '#shared/list-parts.ts';

/**
 * Parses `Range: items=0-23`, which requests the first 24 entries. Returns null for the whole list: without the header
 * or with an invalid one (RFC 9110, section 14.2).
 */
export function parseRange({ range }: IncomingHttpHeaders): ListPart | null {
  const [, first, last] = /^items=(\d{1,9})-(\d{1,9})$/.exec(range ?? '') ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, count: to - from + 1 } : null;
}

/** Returns true if the client accepts entries without their longest fields (RFC 7240). */
export const wantsBrief = ({ prefer }: IncomingHttpHeaders): boolean => prefer === 'return=minimal';

/** Returns the status and the Content-Range of a response with `length` of `total` entries, starting at `from`. */
export function describePart({ from }: ListPart, length: number, total: number): { status: 206 | 416; range: string } {
  return length > 0
    ? { status: 206, range: `items ${from}-${from + length - 1}/${total}` }
    : { status: 416, range: `items */${total}` };
}
