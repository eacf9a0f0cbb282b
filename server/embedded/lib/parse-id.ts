/** Fifteen digits are below the largest integer that a number stores exactly. */
const idPattern = /^[1-9]\d{0,14}$/;

/** Parses a numeric id of the database; returns null for anything else. */
export const parseId = (text: string | undefined): number | null =>
  text !== undefined && idPattern.test(text) ? Number(text) : null;
