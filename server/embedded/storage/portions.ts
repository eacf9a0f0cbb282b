/** A statement has a limited number of values; the databases here allow some ten thousand. */
const portionSize = 300;

/** The values in portions that one statement can have. */
export function* portionsOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += portionSize) yield values.slice(start, start + portionSize);
}
