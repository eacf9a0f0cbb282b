/**
 * Runs everything, or the kinds of test that are named: check (types, lint, format), unit, dom, server, process, e2e;
 * or the files that are named, each as its kind needs it.
 * The browser tests get themselves a Chromium where there is none. With STRICT=1 a test that failed and passed the
 * second time fails the run.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { build } from '../build.ts';
import { describeFault } from '../server/build/build-error.ts';
import { requireNode } from '../server/lib/node-version.ts';
import { findChromium } from './support/chromium.ts';
import { runJobs, type Job } from './support/jobs.ts';
import { missingBrowsers } from './support/other-browsers/find.ts';

const root = join(import.meta.dirname, '..');
const kinds = ['check', 'process', 'e2e', 'server', 'dom', 'unit'] as const;
type Kind = (typeof kinds)[number];

/**
 * Files that one process runs, one after the other. A process of its own costs one to two seconds of compiling and
 * loading, and with browsers a site and a Chromium as well. Tests that stop and start processes have one each.
 */
const filesPerProcess: Record<Kind, number> = { check: 1, process: 1, e2e: 7, server: 16, dom: 32, unit: 42 };

/** With Node's own 16 MB, collecting garbage takes a tenth more processor time. */
const youngSpace = ['--max-semi-space-size=64'];

/** Tests wait for half of their time: more run at once than there are cores. */
const jobsAtOnce = availableParallelism() + 2;

async function testFiles(kind: Kind): Promise<string[]> {
  const files = await readdir(join(root, 'test', kind), { recursive: true });
  return files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('test', kind, file))
    .sort();
}

const kindOf = (file: string) =>
  kinds.find((kind) => relative(join(root, 'test'), resolve(file)).startsWith(kind + sep));

const checks = ['types', 'lint', 'format:check'].map((script): Job => ({
  name: script,
  command: 'npm',
  args: ['run', '--silent', script],
  files: [],
  hasSecondTry: false,
}));

/** WebKit's driver may hang in a process that has driven Chromium before. */
const needsOwnProcess = (file: string) => file.includes(`other-browsers${sep}`);

/**
 * Shares out files so that those that follow each other by name, which resemble each other, are in different processes.
 */
function shareOut(files: string[], perProcess: number): string[][] {
  const shared = files.filter((file) => !needsOwnProcess(file));
  const count = Math.ceil(shared.length / perProcess);
  return [
    ...files.filter(needsOwnProcess).map((file) => [file]),
    ...Array.from({ length: count }, (_, group) => shared.filter((_file, position) => position % count === group)),
  ];
}

interface Built {
  done: Promise<unknown>;
  chromium: string;
}

/** Server tests render with React as the build contains it, which takes a fifth less time than its development build. */
function envOf(kind: Kind, built: Built | undefined): Record<string, string> {
  return { ...(built && { CHROMIUM: built.chromium }), ...(kind === 'server' && { NODE_ENV: 'production' }) };
}

function testJobs(kind: Kind, files: string[], built: Built | undefined): Job[] {
  const setup = kind === 'dom' ? ['--import', './test/support/dom.ts'] : [];
  const groups = shareOut(files, filesPerProcess[kind]);
  return groups.map((group, position) => ({
    name: group.length === 1 ? String(group[0]) : `${kind} ${position + 1} of ${groups.length}`,
    command: process.execPath,
    args: [...youngSpace, '--import', 'tsx', ...setup, '--test', '--test-isolation=none', '--test-timeout=240000'],
    env: envOf(kind, built),
    files: group,
    after: built?.done,
    hasSecondTry: true,
  }));
}

/** Whether tests of a kind run the built site. */
const needsBuild = (kind: Kind) => kind === 'e2e' || kind === 'process';

/** Builds the site; says what is wrong with it when that fails. */
async function buildSite(): Promise<void> {
  try {
    await build();
  } catch (error) {
    console.error('\nThe build failed:', (await describeFault(error)) ?? error);
    throw error;
  }
}

/** Finds a browser, then begins to build the site: the jobs that need the build wait for it, and fail with it. */
async function startBuild(): Promise<Built> {
  const chromium = await findChromium();
  const done = buildSite();
  done.catch(() => undefined);
  return { chromium, done };
}

interface Choice {
  /** The kinds with something to run. */
  kinds: Kind[];
  /** All files of a kind, or those that were named. */
  filesOf(kind: Kind): Promise<string[]>;
}

/** Reads the arguments; ends the process for a name that is no kind and no file. */
function readChoice(wanted: string[]): Choice {
  const isFile = (name: string) => Boolean(kindOf(name)) && existsSync(name);
  const unknown = wanted.filter((name) => !isFile(name) && !kinds.some((kind) => kind === name));
  if (unknown.length > 0) {
    console.error(
      `There is no test called ${unknown.join(', ')}: name files, or some of ${kinds.join(', ')}, or nothing for all.`,
    );
    process.exit(1);
  }
  const named = wanted.filter(isFile).map((name) => relative(root, resolve(name)));
  const namedOf = (kind: Kind) => named.filter((file) => kindOf(file) === kind);
  const isWhole = (kind: Kind) => wanted.length === 0 || wanted.includes(kind);
  return {
    kinds: kinds.filter((kind) => isWhole(kind) || namedOf(kind).length > 0),
    filesOf: async (kind) => (isWhole(kind) ? testFiles(kind) : namedOf(kind)),
  };
}

/** All browser tests are in the first 70 % of the queue: they take longest, and no long job should run alone at the end. */
const lastPlaceOf = (kind: Kind) => (kind === 'e2e' ? 0.7 : 1);

/**
 * All kinds of jobs by turns, in proportion to their number: process tests wait for most of their time, the others use
 * the processor.
 */
async function planJobs({ kinds: chosen, filesOf }: Choice, built: Built | undefined): Promise<Job[]> {
  const placesOf = async (kind: Kind) => {
    const jobs = kind === 'check' ? checks : testJobs(kind, await filesOf(kind), needsBuild(kind) ? built : undefined);
    return jobs.map((job, position) => ({ job, place: (position / jobs.length) * lastPlaceOf(kind) }));
  };
  const places = (await Promise.all(chosen.map(placesOf))).flat();
  return places.sort((one, other) => one.place - other.place).map(({ job }) => job);
}

/** Runs the tests that are named; ends with exit code 1 if one failed. */
async function main(): Promise<void> {
  requireNode();
  const choice = readChoice(process.argv.slice(2));
  const built = choice.kinds.some(needsBuild) ? await startBuild() : undefined;
  const { failed, flaky } = await runJobs(await planJobs(choice, built), jobsAtOnce);
  if (flaky.length > 0) {
    console.error(`\nFAILED AT FIRST, passed the second time (${flaky.length}): these tests fail by chance`);
    for (const { name, file, message } of flaky)
      console.error(`  ${file && `${relative(root, file)}: `}${name}\n    ${message}`);
  }
  if (choice.kinds.includes('e2e'))
    for (const { browser, package: name } of missingBrowsers())
      console.log(`\nnot tested: ${browser} (no ${name} here)`);
  if (failed.length > 0 || (flaky.length > 0 && process.env['STRICT'] === '1')) {
    console.error(`\nfailed: ${failed.map(({ name }) => name).join(', ') || 'tests that fail by chance'}`);
    process.exit(1);
  }
  console.log(`\nall passed: ${choice.kinds.join(', ')}`);
}

await main();
