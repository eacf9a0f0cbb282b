/** Databases limit the number of values in a statement; these two allow some ten thousand. */
const batchSize = 300;

/** Splits values into batches that fit into one statement. */
export function* batchesOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += batchSize) yield values.slice(start, start + batchSize);
}
