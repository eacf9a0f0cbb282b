import { availableParallelism, cpus } from 'node:os';
import { median } from '../median.ts';

/** Times in ms, sizes in bytes on the line. */
const pageFigureNames = [
  'firstPaint',
  'largestPaint',
  'blocking',
  'mainThread',
  'scriptBytes',
  'bytes',
  'shift',
  'firstTap',
  'nextTap',
  'returnPaint',
  'returnBytes',
  'returnRequests',
] as const;
export type PageFigureName = (typeof pageFigureNames)[number];
/** Figures that were not measured are missing. */
export type PageFigures = Partial<Record<PageFigureName, number>>;

export const stepNames = ['home', 'gitl', 'news', 'article', 'contacts', 'pointedAt'] as const;
type StepName = (typeof stepNames)[number];
export interface StepFigures {
  /** From the tap to the heading of the new page, in ms. */
  heading: number;
  bytes: number;
}
export type Journey = Record<StepName, StepFigures>;

/** All that one run has measured. */
export interface Run {
  machine: string;
  plain: PageFigures;
  /** By address: `/about?lang=en`. */
  pages: Record<string, PageFigures>;
  /** By address: what the second tap was on. */
  controls: Record<string, string>;
  /** By language. */
  journeys: Record<string, Journey>;
}

/** Of each figure the median. */
export function mediansOf(visits: PageFigures[]): PageFigures {
  const medians: PageFigures = {};
  for (const name of pageFigureNames) {
    const values = visits.flatMap((visit) => visit[name] ?? []);
    if (values.length > 0) medians[name] = median(values);
  }
  return medians;
}

/** Of each figure of each step the median. */
export function mediansOfJourneys(journeys: Journey[]): Journey {
  const entries = stepNames.map((step) => {
    const heading = median(journeys.map((journey) => journey[step].heading));
    return [step, { heading, bytes: median(journeys.map((journey) => journey[step].bytes)) }];
  });
  return Object.fromEntries(entries) as Journey;
}

/** The bytes of the five pages together. */
export const bytesOfFive = (journey: Journey) =>
  stepNames.filter((step) => step !== 'pointedAt').reduce((sum, step) => sum + journey[step].bytes, 0);

/** `benchmarkIndex` is the result of `measureSpeed` in phone.ts. */
export const describeMachine = (browserVersion: string, benchmarkIndex: number) =>
  `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, benchmark index ${benchmarkIndex.toFixed(0)}, Chromium ${browserVersion}`;
