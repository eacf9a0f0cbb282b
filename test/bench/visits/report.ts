import { bytesOfFive, stepNames, type Journey, type PageFigureName, type PageFigures, type Run } from './figures.ts';
import { shiftDigits } from './goals.ts';

type Cell = (figures: PageFigures | undefined, plain: PageFigures) => string;

interface Column {
  title: string;
  cell: Cell;
  /** Of an earlier run: shares of its own plain page, since it may be of another machine. */
  before?: Cell;
}

const none = '–';
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
const show = (value: number | undefined, print: (value: number) => string) =>
  value === undefined ? none : print(value);

/** A time in ms and its share of the plain page's; of an earlier run the share alone. */
function time(title: string, name: PageFigureName, plainName = name): Column {
  const share = (value: number, plain: PageFigures) => (value / (plain[plainName] ?? NaN)).toFixed(2);
  return {
    title,
    cell: (figures, plain) => show(figures?.[name], (value) => `${value.toFixed(0)} ${share(value, plain)}`),
    before: (figures, plain) => show(figures?.[name], (value) => share(value, plain)),
  };
}

/** A figure that the plain page does not have, or that is equal on every machine. */
const amount = (title: string, name: PageFigureName, print: (value: number) => string): Column => ({
  title,
  cell: (figures) => show(figures?.[name], print),
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

const beside = (now: string, before: string | undefined) => (before === undefined ? now : `${now} (${before})`);

/** One row a page that has these figures. */
function pageTable(columns: Column[], run: Run, earlier: Run | null, nameOf = (address: string) => address): string {
  const row = (name: string, figures: PageFigures, old: PageFigures | undefined) => [
    name,
    ...columns.map(({ cell, before = cell }) =>
      beside(cell(figures, run.plain), earlier ? before(old, earlier.plain) : undefined),
    ),
  ];
  const measured = Object.entries(run.pages).filter(([, figures]) =>
    columns.some(({ cell }) => cell(figures, run.plain) !== none),
  );
  return alignTable([
    ['', ...columns.map(({ title }) => title)],
    row('plain page', run.plain, earlier?.plain),
    ...measured.map(([address, figures]) => row(nameOf(address), figures, earlier?.pages[address])),
  ]);
}

function journeyTable({ journeys }: Run, earlier: Run | null): string {
  const cellsOf = (journey: Journey | undefined) => [
    ...stepNames.map((step) =>
      journey ? `${journey[step].heading.toFixed(0)} ms ${kilobytes(journey[step].bytes)} kB` : none,
    ),
    journey ? `${kilobytes(bytesOfFive(journey))} kB` : none,
  ];
  const row = (language: string, journey: Journey) => {
    const before = earlier ? cellsOf(earlier.journeys[language]) : [];
    return [language, ...cellsOf(journey).map((cell, position) => beside(cell, before[position]))];
  };
  return alignTable([
    ['', 'home', '/gitl', '/news', 'article', '/contacts', '/process, prefetched', 'five pages'],
    ...Object.entries(journeys).map(([language, journey]) => row(language, journey)),
  ]);
}

/** All tables of a run, the figures of an earlier one in brackets. */
export function describeRun(run: Run, earlier: Run | null): string {
  const parts = [`${run.date}, ${run.machine}. Times in ms, then their share of what the plain page takes.`];
  if (earlier) parts.push(`In brackets: ${earlier.date}, ${earlier.machine}; of times the shares alone.`);
  if (Object.keys(run.pages).length > 0) {
    parts.push(`First visit\n${pageTable(firstVisit, run, earlier)}`);
    const nameOf = (address: string) => `${address}, ${run.controls[address] ?? 'nothing'}`;
    parts.push(`Taps, and another visit with the browser's cache\n${pageTable(laterVisit, run, earlier, nameOf)}`);
  }
  if (Object.keys(run.journeys).length > 0)
    parts.push(`Five pages: from the tap to the heading, and bytes\n${journeyTable(run, earlier)}`);
  return parts.join('\n\n');
}
