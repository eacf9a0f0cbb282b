import type { Element, ElementContent } from 'hast';

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

const textOf = (node: ElementContent): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

/** A number, perhaps with a currency, a sign or a short unit. */
const number = /^[+−-]?[$€£₴]?\d[\d\s.,]*(?:[%$€£₴]|\p{L}{1,4}\.?)?$/u;

/** Marks the columns whose cells in the body have nothing but numbers, which pages align at the end. */
function markNumbers(head: Element[], body: Element[]): void {
  const cellsOf = (rows: Element[], column: number) =>
    rows.map(({ children }) => children[column]).filter((cell) => cell?.type === 'element');
  const width = body[0]?.children.length ?? 0;
  for (let column = 0; column < width; column += 1) {
    const cells = cellsOf(body, column);
    const texts = cells.map((cell) => textOf(cell).trim());
    // The head of a row, such as a year, stays at the start.
    if (!cells.every(({ tagName }) => tagName === 'td') || !texts.some(Boolean)) continue;
    if (!texts.every((text) => text === '' || number.test(text))) continue;
    for (const cell of cellsOf([...head, ...body], column)) cell.properties['dataNumber'] = '';
  }
}

/**
 * Makes a valid table: head and body have rows of one width, without spanning cells; columns of numbers have
 * `data-number`. Null for a table without rows.
 */
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
  const table = { head: sections[0].map(complete), body: sections[1].map(complete) };
  markNumbers(table.head, table.body);
  return table;
}
