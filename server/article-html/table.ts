import type { Element } from 'hast';

/** Larger tables are cut, because each empty cell that completes a row takes time and memory. */
const maxColumns = 100;
const maxCells = 20_000;

export const element = (tagName: string, children: Element['children'] = []): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

function readSpan(value: unknown): number {
  const span = Number(value);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, maxCells) : 1;
}

/** The cells of one section by row and column; the other places that a spanning cell covers stay empty. */
function placeCells(rows: Element[][]): Element[][] {
  /** By column, the index of the first row that is not covered by a cell above. */
  const coveredUntil: number[] = [];
  return rows.map((cells, rowIndex) => {
    const row: Element[] = [];
    let column = 0;
    for (const cell of cells) {
      while ((coveredUntil[column] ?? 0) > rowIndex) column += 1;
      if (column >= maxColumns) break;
      const { colSpan, rowSpan, ...properties } = cell.properties;
      row[column] = { ...cell, properties };
      const end = Math.min(column + readSpan(colSpan), maxColumns);
      coveredUntil.length = Math.max(coveredUntil.length, end);
      coveredUntil.fill(rowIndex + readSpan(rowSpan), column, end);
      column = end;
    }
    return row;
  });
}

/** Makes a valid table: head and body have rows of one width, without spanning cells. Null for a table without rows. */
export function normaliseRows(head: Element[][], body: Element[][]): { head: Element[]; body: Element[] } | null {
  const sections = [placeCells(head), placeCells(body)] as const;
  const rows = sections.flat();
  if (rows.length === 0) return null;
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 1);
  const width = Math.max(1, Math.min(widest, maxColumns, Math.floor(maxCells / rows.length)));
  const complete = (row: Element[]) =>
    element(
      'tr',
      Array.from({ length: width }, (_, column) => row[column] ?? element('td')),
    );
  return { head: sections[0].map(complete), body: sections[1].map(complete) };
}
