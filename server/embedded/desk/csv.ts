/** What a spreadsheet would calculate instead of showing it, also after spaces and as full-width letters. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A cell as RFC 4180 has it. What visitors wrote must not run as a formula: an apostrophe before it makes it a text. */
function printCell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A table as a file for spreadsheets: with a mark at its start by which they know that it is UTF-8. */
export const printCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('')}`;
