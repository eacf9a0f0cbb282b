import { spawn } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pLimit from 'p-limit';
import type { Failure } from './failure-reporter.ts';

const root = join(import.meta.dirname, '../..');

/** Compiled code of packages and tests is read from here instead of being compiled in every process. */
const compileCache = join(root, 'node_modules/.cache/compiled');

/** A job that takes longer than this hangs. */
const maxJobMs = 10 * 60_000;

/** A command that runs in its own process. */
export interface Job {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** The test files that it runs, relative to the repository; none where it is not node:test. */
  files: string[];
  /** The job starts when this promise has resolved; it fails without being run when the promise rejects. */
  after?: Promise<unknown>;
  /** The job depends on clocks, ports and cores, so failed files are run a second time, alone. */
  hasSecondTry: boolean;
}

type Print = (text: string) => void;

interface Result {
  job: Job;
  passed: boolean;
  failures: Failure[];
}

async function readFailures(file: string): Promise<Failure[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Failure);
}

/** The result and the output in one piece, so that jobs that run at the same time can be read. */
function describeResult({ name }: Job, passed: boolean, started: number, output: Buffer[]): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  return `\n── ${name}: ${passed ? 'passed' : 'FAILED'} after ${seconds} s\n${Buffer.concat(output).toString()}`;
}

/** Runs a command to its end; resolves to null for success, else to a text that says how it ended. */
async function runCommand(job: Job, args: string[], output: Buffer[]): Promise<string | null> {
  const child = spawn(job.command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...job.env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  const timers = [setTimeout(() => child.kill('SIGKILL'), maxJobMs)];
  try {
    return await new Promise((resolve, reject) => {
      const end = (code: number | null, signal: string | null) =>
        resolve(code === 0 ? null : `the process ended with ${signal ?? `code ${String(code)}`}`);
      child.once('error', reject);
      child.once('close', end);
      // A process that the command left behind may keep its output open.
      child.once('exit', (code, signal) => timers.push(setTimeout(end, 5000, code, signal)));
    });
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** Runs a job to its end. */
async function runJob(job: Job, print: Print): Promise<Result> {
  const started = performance.now();
  const output: Buffer[] = [];
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tests-'));
  const file = join(folder.path, 'failures.jsonl');
  const reporters = ['spec', 'stdout', './test/support/failure-reporter.ts', file].map(
    (value, position) => `--test-reporter${position % 2 === 1 ? '-destination' : ''}=${value}`,
  );
  const args = job.files.length > 0 ? [...job.args, ...reporters, ...job.files] : job.args;
  const ending = await runCommand(job, args, output);
  print(describeResult(job, ending === null, started, output));
  if (ending === null) return { job, passed: true, failures: [] };
  const failures = await readFailures(file);
  // A process that crashes has reported nothing: the crash is the failure.
  return {
    job,
    passed: false,
    failures: failures.length > 0 ? failures : [{ name: job.name, file: '', message: ending }],
  };
}

/** Runs a job after its promise `after` has resolved. */
async function runAfter(job: Job, print: Print): Promise<Result> {
  try {
    await job.after;
  } catch {
    print(`\n── ${job.name}: NOT RUN, because what it needs failed\n`);
    return { job: { ...job, hasSecondTry: false }, passed: false, failures: [] };
  }
  return runJob(job, print);
}

/** The same job with nothing but the files in which something failed. */
function secondTry({ job, failures }: Result): Job {
  const failed = new Set(failures.map(({ file }) => relative(root, file)));
  const files = job.files.filter((file) => failed.has(file));
  return { ...job, name: `${job.name}, a second time`, files: files.length > 0 ? files : job.files };
}

/**
 * Runs all jobs, up to a limit at once. A failed job that may fail by chance is run once more after all others.
 * Resolves with the jobs that failed, and with the first failures of those that passed the second time.
 */
export async function runJobs(
  jobs: Job[],
  atOnce: number,
  print: Print = (text) => process.stdout.write(text),
): Promise<{ failed: Job[]; flaky: Failure[] }> {
  const limit = pLimit(atOnce);
  const results = await Promise.all(jobs.map((job) => limit(runAfter, job, print)));
  const failed: Job[] = [];
  const flaky: Failure[] = [];
  for (const result of results.filter(({ passed }) => !passed)) {
    const passes = result.job.hasSecondTry && (await runJob(secondTry(result), print)).passed;
    if (passes) flaky.push(...result.failures);
    else failed.push(result.job);
  }
  return { failed, flaky };
}
