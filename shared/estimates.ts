import { keysOf } from './keys-of.ts';

/**
 * The lengths of work, and the reasons that make it longer: the one source for the lengths on /process, in the estimate
 * on /contacts and on the pages of services that /process has no track for. These are sample data: the section 'Make it
 * yours' of shared/README.md says what to replace.
 */

/** How long work takes, in whole weeks or months. */
export interface Term {
  min: number;
  max: number;
  unit: 'weeks' | 'months';
}

const weeks = (min: number, max = min): Term => ({ min, max, unit: 'weeks' });
const months = (min: number, max: number): Term => ({ min, max, unit: 'months' });

/** The phases of LLM development that end, in weeks, each [min, max]. The operation that follows has no end. */
export const llmPhases = [
  [2, 3],
  [3, 4],
  [4, 6],
  [2, 3],
] as const;

const sumOf = (end: 0 | 1) => llmPhases.reduce((total, phase) => total + phase[end], 0);

/** In weeks: until the first call after a message, and until the plan with steps and price. Then the work begins. */
export const callWeeks = 1;
export const planWeeks = 2;

interface Job {
  /** The usual length. */
  term: Term;
  /** How many systems the usual length covers. */
  covers: number;
  /** The time that each further system adds, as a share of its weeks in `systems`. */
  share: number;
  /** How long the first step takes. */
  first: Term;
  /** A smaller job of the same kind that is worth something by itself. */
  smaller?: string;
}

/** The jobs to choose from. Their names and first steps are in locales/<language>/estimate.json. */
export const jobs = {
  release: { term: months(3, 6), covers: 2, share: 1, first: weeks(2) },
  pilot: { term: weeks(6, 8), covers: 1, share: 0.5, first: weeks(2) },
  model: { term: weeks(sumOf(0), sumOf(1)), covers: 1, share: 0.5, first: weeks(...llmPhases[0]) },
  integration: { term: weeks(6, 10), covers: 2, share: 1, first: weeks(2) },
  audit: { term: weeks(2), covers: 3, share: 0.25, first: weeks(1) },
  migration: { term: months(2, 4), covers: 3, share: 1, first: weeks(2), smaller: 'audit' },
  report: { term: weeks(6, 8), covers: 2, share: 0.5, first: weeks(2) },
  platform: { term: months(3, 5), covers: 4, share: 0.5, first: weeks(2), smaller: 'report' },
  review: { term: weeks(3, 4), covers: 3, share: 0.25, first: weeks(1) },
} as const satisfies Record<string, Job>;

/** The usual lengths of work that the estimate does not offer. Literals, so that browsers do not load them. */
export const furtherTerms = {
  connectedModel: { min: 8, max: 12, unit: 'weeks' },
  firstDevice: { min: 4, max: 6, unit: 'months' },
} as const satisfies Record<string, Term>;

export type JobName = keyof typeof jobs;
export const jobNames = keysOf(jobs);

/** Systems that a job may touch, and the weeks that each adds where the usual length does not cover it. */
const systems = {
  accounting: [2, 4],
  crm: [1, 3],
  payments: [2, 4],
  shop: [1, 2],
  warehouse: [2, 4],
  devices: [3, 6],
  access: [1, 2],
  registers: [3, 6],
} as const;

export type SystemName = keyof typeof systems;
export const systemNames = keysOf(systems);

export type Range = readonly [min: number, max: number];

const weeksInMonth = 52 / 12;

/** A length in weeks, rounded. */
export function toWeeks({ min, max, unit }: Term): Range {
  const factor = unit === 'months' ? weeksInMonth : 1;
  return [Math.round(min * factor), Math.round(max * factor)];
}

const roundUp = ([min, max]: Range): Range => [Math.ceil(min), Math.ceil(max)];

/** The systems that a job's usual length does not cover: it covers the ones that would add most. */
function furtherSystems(job: JobName, touched: readonly SystemName[]): SystemName[] {
  const byWeeks = [...touched].sort((a, b) => systems[b][1] - systems[a][1] || systems[b][0] - systems[a][0]);
  return byWeeks.slice(jobs[job].covers);
}

/** The weeks that systems add to a job's usual length. */
export function extraWeeks(job: JobName, touched: readonly SystemName[]): Range {
  const { share } = jobs[job];
  const sum = (end: 0 | 1) => furtherSystems(job, touched).reduce((total, name) => total + systems[name][end], 0);
  return roundUp([sum(0) * share, sum(1) * share]);
}

/** The weeks of work of a job that touches systems. With fewer systems it never takes longer. */
export function estimate(job: JobName, touched: readonly SystemName[]): Range {
  const usual = toWeeks(jobs[job].term);
  const extra = extraWeeks(job, touched);
  return [usual[0] + extra[0], usual[1] + extra[1]];
}
