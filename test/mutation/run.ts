import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { requireNode } from '../../server/lib/node-version.ts';
import { targets, type Target } from './targets.ts';

/**
 * Changes the code of each target in many small ways and runs its tests each time: a change that no test notices
 * shows untested behaviour. Runs all targets, or the named ones. Fails if a file has a score below the limit.
 */
const minScore = 80;
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
type LogLevel = ConstructorParameters<typeof Stryker>[0]['logLevel'];
const root = join(import.meta.dirname, '../..');

/**
 * Results that count as noticed, and as not. Changes that do not compile, or that a comment excludes, count as neither.
 */
const noticed = new Set(['Killed', 'Timeout']);
const unnoticed = new Set(['Survived', 'NoCoverage']);

interface Score {
  file: string;
  noticed: number;
  unnoticed: MutantResult[];
}

const percentOf = (score: Score) => (100 * score.noticed) / Math.max(1, score.noticed + score.unnoticed.length);

function scoresOf(mutants: MutantResult[]): Score[] {
  const scores = new Map<string, Score>();
  for (const mutant of mutants) {
    const file = mutant.fileName.replace(`${root}/`, '');
    const score = scores.get(file) ?? { file, noticed: 0, unnoticed: [] };
    scores.set(file, score);
    if (noticed.has(mutant.status)) score.noticed += 1;
    if (unnoticed.has(mutant.status)) score.unnoticed.push(mutant);
  }
  return [...scores.values()].sort((one, other) => one.file.localeCompare(other.file));
}

function mutate({ files, tests, needsDom }: Target): Promise<MutantResult[]> {
  const dom = needsDom ? ['--import', './test/support/dom.ts'] : [];
  const setup = ['--import', 'tsx', '--import', './test/mutation/setup.ts', ...dom];
  const stryker = new Stryker({
    mutate: files,
    plugins: ['@stryker-mutator/tap-runner'],
    testRunner: 'tap',
    tap: { testFiles: tests, nodeArgs: [...setup, '--test-reporter=tap', '--test-timeout=5000'], forceBail: true },
    concurrency: 1,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    logLevel: 'warn' as LogLevel,
    tempDirName: 'dist/mutation',
    ignorePatterns: ['/static', '/.github', '/data', '/dist'],
    timeoutMS: 10_000,
  });
  return stryker.runMutationTest();
}

function print(score: Score): void {
  const total = score.noticed + score.unnoticed.length;
  console.log(`${percentOf(score).toFixed(1).padStart(6)} %  ${score.file} (${score.noticed} of ${total})`);
  for (const { location, mutatorName, replacement = '', status } of score.unnoticed) {
    const change = replacement.replace(/\s+/g, ' ').slice(0, 90);
    console.log(`          ${status} ${location.start.line}:${location.start.column} ${mutatorName}: ${change}`);
  }
}

requireNode();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in targets));
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}: name some of ${Object.keys(targets).join(', ')}.`);
  process.exit(1);
}
let isGood = true;
for (const [name, target] of Object.entries(targets)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  const scores = scoresOf(await mutate(target));
  console.log(`\n── ${name}: ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  for (const score of scores) {
    print(score);
    isGood &&= percentOf(score) >= minScore;
  }
}
if (!isGood) console.error(`\nfailed: a file has a score below ${minScore} percent`);
process.exit(isGood ? 0 : 1);
