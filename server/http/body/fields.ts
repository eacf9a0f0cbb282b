import { propertyOf } from '#shared/property-of.ts';

/** A text field of a parsed form; '' when it is missing or not a text. */
export function fieldOf(body: unknown, name: string): string {
  const value = propertyOf(body, name);
  return typeof value === 'string' ? value : '';
}

/** All text fields of a parsed form. */
export function textFields(body: unknown): Record<string, string> {
  const entries: [string, unknown][] = Object.entries(body ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
