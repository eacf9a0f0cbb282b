/** A number of 15 digits is always below the largest integer that is stored exactly. */
const idPattern = /^[1-9]\d{0,14}$/;

/** Parses a numeric id of the database; returns null for anything else. */
export const parseId = (text: string | undefined): number | null =>
  text !== undefined && idPattern.test(text) ? Number(text) : null;
