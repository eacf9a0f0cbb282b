import { propertyOf } from '#shared/property-of.ts';

/** Returns the message of a caught value, which JavaScript allows to be no Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of an error of Node, the disk or PostgreSQL, such as EEXIST; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = propertyOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}
