import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * A stored time later than this was written while the clock was ahead, and is ignored. The limit is twice the maximum
 * delay, so that a small correction of the clock does not make a row due that is being sent.
 */
export const maxDueTime = (now: number, maxDelayMs: number): number => now + 2 * maxDelayMs;

/** The clocks of several copies may differ by some minutes, and a clock may be corrected by as much. */
const maxDifferenceMs = 10 * 60_000;

/**
 * A creation time later than this was written while the clock was wrong. One that is only a little later than now was
 * written by another copy of the site, or before a small correction of the clock.
 */
export const maxCreationTime = (now: number): number => now + maxDifferenceMs;

/** A column with the time at which a row was made, in milliseconds since 1970. */
type TimeColumn = 'created' | 'at';

/** The condition that a row was made less than `ms` ago. A row that was made while the clock was ahead is not recent. */
export const isRecent = (column: TimeColumn, ms: number, now: number): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} > ${now - ms} AND ${sql.ref(column)} <= ${maxCreationTime(now)})`;

/** The opposite of `isRecent`: the row is older than `ms`, or was made while the clock was ahead. */
export const isNotRecent = (column: TimeColumn, ms: number, now: number): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} <= ${now - ms} OR ${sql.ref(column)} > ${maxCreationTime(now)})`;
