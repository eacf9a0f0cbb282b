/**
 * The same day of the month some months later, or earlier for a negative count, in UTC. In a month without that day it
 * is the last day of the month: one month after 31 January is 28 February.
 */
export function addMonths(date: Date, count: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  // JavaScript has gone on into the next month; day 0 is the last of the month before.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
