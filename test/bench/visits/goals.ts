import type { PageFigureName, Run } from './figures.ts';

/** The maximum share of the time of the plain page in the same run. */
const shares: Partial<Record<PageFigureName, number>> = { firstPaint: 0.8, largestPaint: 1 };

/** The maximum values, in ms; the shift has no unit. */
const limits: Partial<Record<PageFigureName, number>> = {
  blocking: 50,
  mainThread: 900,
  shift: 0,
  firstTap: 200,
  nextTap: 200,
};

/** Script on the line before anybody uses the page; pages that move by themselves may have more. */
const scriptBytes = 2000;
const routesWithoutScript = 20;
/** From a click to the heading of a page that was prefetched, in ms. */
const prefetchedMs = 100;

const titles: Partial<Record<PageFigureName, string>> = {
  firstPaint: 'first paint',
  largestPaint: 'largest paint',
  blocking: 'blocking time',
  mainThread: 'main thread',
  shift: 'layout shift',
  firstTap: 'first tap',
  nextTap: 'next tap',
};

/** The shift is printed with this many digits, shares with two: figures are judged as they are printed. */
export const shiftDigits = 3;

function missesOfPage({ plain, pages }: Run, address: string): string[] {
  const figures = pages[address] ?? {};
  const misses: string[] = [];
  for (const [name, share] of Object.entries(shares) as [PageFigureName, number][]) {
    const ratio = Number(((figures[name] ?? 0) / (plain[name] ?? Infinity)).toFixed(2));
    if (ratio > share) misses.push(`${titles[name]} ${ratio} of the plain page (at most ${share})`);
  }
  for (const [name, limit] of Object.entries(limits) as [PageFigureName, number][]) {
    const value = Number((figures[name] ?? 0).toFixed(name === 'shift' ? shiftDigits : 0));
    if (value > limit) misses.push(`${titles[name]} ${value} (at most ${limit})`);
  }
  return misses.length > 0 ? [`${address}: ${misses.join(', ')}`] : [];
}

/** Judged only where every page was measured, in both languages. */
function missesOfScript({ pages }: Run, routeCount: number): string[] {
  const heaviest = new Map<string, number>();
  for (const [address, figures] of Object.entries(pages)) {
    const [path = ''] = address.split('?');
    heaviest.set(path, Math.max(heaviest.get(path) ?? 0, figures.scriptBytes ?? Infinity));
  }
  if (heaviest.size < routeCount) return [];
  const light = [...heaviest.values()].filter((bytes) => bytes <= scriptBytes).length;
  if (light >= routesWithoutScript) return [];
  return [`script of at most ${scriptBytes / 1000} kB on ${light} routes (at least ${routesWithoutScript})`];
}

function missesOfJourneys({ journeys }: Run): string[] {
  return Object.entries(journeys)
    .filter(([, { pointedAt }]) => Math.round(pointedAt.heading) > prefetchedMs)
    .map(([language, { pointedAt }]) => {
      const ms = pointedAt.heading.toFixed(0);
      return `five pages ${language}: heading of a prefetched page after ${ms} ms (at most ${prefetchedMs})`;
    });
}

/** Returns one line for each page that misses a goal. `routeCount` is the number of routes to measure. */
export const missesOf = (run: Run, routeCount: number): string[] => [
  ...Object.keys(run.pages).flatMap((address) => missesOfPage(run, address)),
  ...missesOfScript(run, routeCount),
  ...missesOfJourneys(run),
];
