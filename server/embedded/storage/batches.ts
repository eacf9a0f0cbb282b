/** Databases limit the number of values in a statement; these two allow some ten thousand. A table has up to 20 columns. */
export const rowsPerStatement = 300;

/** Splits values into batches that fit into one statement. */
export function* batchesOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += rowsPerStatement)
    yield values.slice(start, start + rowsPerStatement);
}
