/** Matches texts that a spreadsheet would evaluate as a formula, also after spaces and with full-width characters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Formats a cell as in RFC 4180. Texts of visitors must not run as formulas, so an apostrophe is put before them. */
function printCell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Formats the lines of a CSV file. */
export const printCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('');

/** The byte order mark at the start of a CSV file lets spreadsheets detect UTF-8. */
export const csvStart = '\uFEFF';
