import { bytesOfFive, stepNames, type Journey, type PageFigureName, type PageFigures, type Run } from './figures.ts';
import { shiftDigits } from './goals.ts';

interface Column {
  title: string;
  cell: (figures: PageFigures, plain: PageFigures) => string;
}

const none = '–';
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
const show = (value: number | undefined, print: (value: number) => string) =>
  value === undefined ? none : print(value);

/** A time in ms and its share of the plain page's. */
const time = (title: string, name: PageFigureName, plainName = name): Column => ({
  title,
  cell: (figures, plain) =>
    show(figures[name], (value) => `${value.toFixed(0)} ${(value / (plain[plainName] ?? NaN)).toFixed(2)}`),
});

/** A figure that the plain page does not have, or that is equal on every machine. */
const amount = (title: string, name: PageFigureName, print: (value: number) => string): Column => ({
  title,
  cell: (figures) => show(figures[name], print),
});

const whole = (value: number) => value.toFixed(0);

const firstVisit = [
  time('first paint', 'firstPaint'),
  time('largest', 'largestPaint'),
  amount('blocking', 'blocking', whole),
  time('main thread', 'mainThread'),
  amount('script kB', 'scriptBytes', kilobytes),
  amount('all kB', 'bytes', kilobytes),
  amount('shift', 'shift', (value) => value.toFixed(shiftDigits)),
];

const laterVisit = [
  amount('first tap', 'firstTap', whole),
  amount('next tap', 'nextTap', whole),
  time('paint again', 'returnPaint', 'firstPaint'),
  amount('kB again', 'returnBytes', kilobytes),
  amount('requests again', 'returnRequests', whole),
];

/** Columns as wide as they need; the first one left-aligned, the others right-aligned. */
function alignTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const align = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('   ').trimEnd()).join('\n');
}

/** One row a page that has these figures. */
function pageTable(columns: Column[], { plain, pages }: Run, nameOf = (address: string) => address): string {
  const row = (name: string, figures: PageFigures) => [name, ...columns.map(({ cell }) => cell(figures, plain))];
  const measured = Object.entries(pages).filter(([, figures]) =>
    columns.some(({ cell }) => cell(figures, plain) !== none),
  );
  return alignTable([
    ['', ...columns.map(({ title }) => title)],
    row('plain page', plain),
    ...measured.map(([address, figures]) => row(nameOf(address), figures)),
  ]);
}

function journeyTable({ journeys }: Run): string {
  const row = (language: string, journey: Journey) => [
    language,
    ...stepNames.map((step) => `${journey[step].heading.toFixed(0)} ms ${kilobytes(journey[step].bytes)} kB`),
    `${kilobytes(bytesOfFive(journey))} kB`,
  ];
  return alignTable([
    ['', 'home', '/gitl', '/news', 'article', '/contacts', '/process, prefetched', 'five pages'],
    ...Object.entries(journeys).map(([language, journey]) => row(language, journey)),
  ]);
}

/** All tables of a run. */
export function describeRun(run: Run): string {
  const parts = [`${run.machine}. Times in ms, then their share of what the plain page takes.`];
  if (Object.keys(run.pages).length > 0) {
    parts.push(`First visit\n${pageTable(firstVisit, run)}`);
    const nameOf = (address: string) => `${address}, ${run.controls[address] ?? 'nothing'}`;
    parts.push(`Taps, and another visit with the browser's cache\n${pageTable(laterVisit, run, nameOf)}`);
  }
  if (Object.keys(run.journeys).length > 0)
    parts.push(`Five pages: from the tap to the heading, and bytes\n${journeyTable(run)}`);
  return parts.join('\n\n');
}
