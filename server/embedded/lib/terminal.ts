import { codeOf } from './error-facts.ts';

/** The default number of listed entries fits into the history of a terminal. */
export const defaultLimit = 50;

/** Whether a text is a positive number of up to six digits. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

/**
 * Puts a text on one line. Control characters are replaced, because they could move the cursor of the reader's
 * terminal.
 */
export const toTerminalLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Replaces control characters as above, but keeps line breaks. */
export const toTerminalText = (text: string): string => text.replace(/[^\P{Cc}\n]+/gu, ' ');

/** Returns a number with its noun, such as “1 comment” or “2 comments”. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/**
 * Prints a text. Rejects with the error of standard output if the text was not written. A program that has closed the
 * pipe (EPIPE) may have read the text, so EPIPE is not an error.
 */
export const printCompletely = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error && codeOf(error) !== 'EPIPE' ? reject(error) : resolve()));
  });

function printValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return toTerminalLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/**
 * Prints a line of column names, and a line of values for each row, separated by tabs. Rows may have different columns.
 */
export function printTable(rows: object[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length > 0) console.log(columns.join('\t'));
  for (const row of rows) {
    const values = new Map<string, unknown>(Object.entries(row));
    console.log(columns.map((column) => printValue(values.get(column))).join('\t'));
  }
}
