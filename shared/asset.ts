/**
 * The address of a file in static/. The build replaces every call with a literal by the file's hashed address
 * and fails when the file does not exist; unbuilt code (development, tests) is served static/ as it is.
 */
export function asset(file: string): string {
  return `/static/${file}`;
}
