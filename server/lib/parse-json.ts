/** Parses JSON of any origin; returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON without a check of its shape. It is for JSON of this site, its build and its backend, for its
 * translations and backups, and for the descriptions of installed packages. A wrong shape fails only where a value is
 * used; a restore is undone then. Everything else is checked against a contract, or member by member.
 */
export const parseUnchecked = <T>(json: string): T => JSON.parse(json) as T;
