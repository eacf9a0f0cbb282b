/**
 * The address of a file in static/. The build replaces every call with a literal argument by the hashed address of the
 * file, and fails when there is no such file. In development and in tests static/ is served unhashed.
 */
export function asset(file: string): string {
  return `/static/${file}`;
}
