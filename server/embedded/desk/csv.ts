/** Matches texts that a spreadsheet would evaluate as a formula, also after spaces and with full-width characters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Formats a cell as in RFC 4180. Texts of visitors must not run as formulas, so an apostrophe is put before them. */
function printCell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Formats a CSV file. The byte order mark at its start lets spreadsheets detect UTF-8. */
export const printCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')}`;
