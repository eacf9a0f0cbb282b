import { isBlank, piece, type Piece } from './piece.ts';

interface Tools {
  flow: (pieces: Piece[]) => Piece[];
  text: (pieces: Piece[]) => Piece[];
}

interface Cell {
  piece: Piece;
  columns: number;
  rows: number;
}

type Row = Cell[];

const isCell = ({ name }: Piece) => name === 'td' || name === 'th';
/** More than this is no table that anybody reads: cells that one spans, columns, and cells in all. */
const mostSpan = 100;
const mostColumns = 100;
const mostCells = 20_000;

function span(value: string | undefined): number {
  return value && /^[1-9]\d{0,3}$/.test(value) ? Math.min(Number(value), mostSpan) : 1;
}

function readRow(row: Piece, tools: Tools): Row {
  const cells = row.content.filter((part) => !isBlank(part)).map((part) => (isCell(part) ? part : piece('td', [part])));
  return cells.map((cell) => {
    const { colspan, rowspan, ...attributes } = cell.attributes;
    const content = cell.name === 'th' ? tools.text(cell.content) : tools.flow(cell.content);
    return { piece: { ...cell, content, attributes }, columns: span(colspan), rows: span(rowspan) };
  });
}

/** The columns that a cell of the section begins in; null where the cells do not cover a rectangle of that width. */
function startsOf(rows: Row[], width: number): Set<number> | null {
  const taken = rows.map(() => new Array<boolean>(width).fill(false));
  const starts = new Set<number>();
  for (const [y, row] of rows.entries()) {
    if (row.length === 0) return null;
    for (const { columns, rows: height } of row) {
      const x = taken[y]?.indexOf(false) ?? -1;
      if (x === -1 || y + height > rows.length) return null;
      starts.add(x);
      for (const covered of taken.slice(y, y + height)) {
        if (covered.length < x + columns || covered.slice(x, x + columns).includes(true)) return null;
        covered.fill(true, x, x + columns);
      }
    }
  }
  return taken.every((row) => row.every(Boolean)) ? starts : null;
}

/** Whether head and body are rectangles of one width, each column with a start of its own in one of them. */
function isEven(sections: Row[][]): boolean {
  const [first = []] = sections;
  const width = widthOf(first);
  const rows = sections.reduce((sum, section) => sum + section.length, 0);
  if (width > mostColumns || width * rows > mostCells) return false;
  const starts = sections.map((section) => startsOf(section, width));
  return starts.every((found) => found !== null) && new Set(starts.flatMap((found) => [...found])).size === width;
}

const widthOf = (rows: Row[]) => (rows[0] ?? []).reduce((sum, { columns }) => sum + columns, 0);

/** Rows of one width, no cell bigger than another; what is beyond all measure is left out. */
function square(rows: Row[], width: number): Row[] {
  return rows
    .slice(0, mostCells)
    .map((row) => [
      ...row.slice(0, width).map((cell) => ({ ...cell, columns: 1, rows: 1 })),
      ...Array.from({ length: Math.max(0, width - row.length) }, () => ({ piece: piece('td'), columns: 1, rows: 1 })),
    ]);
}

function printRow(row: Row): Piece {
  return piece(
    'tr',
    row.map(({ piece: cell, columns, rows }) => ({
      ...cell,
      attributes: {
        ...cell.attributes,
        ...(columns > 1 && { colspan: `${columns}` }),
        ...(rows > 1 && { rowspan: `${rows}` }),
      },
    })),
  );
}

/** A table with its caption first, then its head, then its body, its rows all of one width. */
export function tidyTable(table: Piece, tools: Tools): Piece[] {
  const caption = table.content.find(({ name }) => name === 'caption');
  const section = (found: Piece[]) =>
    found
      .filter(({ name }) => name === 'tr')
      .map((row) => readRow(row, tools))
      .filter((row) => row.length > 0);
  const heads = table.content.filter(({ name }) => name === 'thead');
  const rest = table.content.filter((part) => part !== caption && part.name !== 'thead' && !isBlank(part));
  const loose = rest.map((part) => (part.name === 'tr' || part.name === 'tbody' ? part : piece('tr', [part])));
  let head = section(heads.flatMap(({ content }) => content));
  let body = section(loose.flatMap((part) => (part.name === 'tbody' ? part.content : [part])));
  if (head.length + body.length === 0) return [];

  if (!isEven([head, body].filter((rows) => rows.length > 0))) {
    const rows = [...head, ...body];
    const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const width = Math.max(1, Math.min(widest, mostColumns, Math.floor(mostCells / rows.length)));
    [head, body] = [square(head, width), square(body, width)];
  }
  return [
    piece('table', [
      ...(caption ? [piece('caption', tools.text(caption.content))] : []),
      ...(head.length > 0 ? [piece('thead', head.map(printRow))] : []),
      ...(body.length > 0 ? [piece('tbody', body.map(printRow))] : []),
    ]),
  ];
}
