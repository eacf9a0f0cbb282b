import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
  /** The job starts when this job has ended. */
  after?: Promise<unknown>;
  /** The job depends on clocks, ports and cores, so failed files are run a second time, alone. */
  hasSecondTry: boolean;
}

export interface Result {
  job: Job;
  passed: boolean;
  failures: Failure[];
}

async function readFailures(file: string): Promise<Failure[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Failure);
}

/** Runs a job to its end; its output is written in one piece, so that jobs that run together can be read. */
async function runJob(job: Job): Promise<Result> {
  await job.after;
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  const failures = join(folder, 'failures.jsonl');
  const reporters = ['spec', 'stdout', './test/support/failure-reporter.ts', failures].map(
    (value, position) => `--test-reporter${position % 2 === 1 ? '-destination' : ''}=${value}`,
  );
  const args = job.files.length > 0 ? [...job.args, ...reporters, ...job.files] : job.args;
  const started = performance.now();
  try {
    const child = spawn(job.command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...job.env },
    });
    const overdue = setTimeout(() => child.kill('SIGKILL'), maxJobMs);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
    const passed = await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
      // A process that the command left behind may keep its output open.
      child.once('exit', (code) => setTimeout(resolve, 5000, code === 0));
    });
    clearTimeout(overdue);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`\n── ${job.name}: ${passed ? 'passed' : 'FAILED'} after ${seconds} s\n`);
    process.stdout.write(Buffer.concat(output));
    return { job, passed, failures: await readFailures(failures) };
  } finally {
    await rm(folder, { recursive: true });
  }
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
export async function runJobs(jobs: Job[], atOnce: number): Promise<{ failed: Job[]; unsteady: Failure[] }> {
  const limit = pLimit(atOnce);
  const results = await Promise.all(jobs.map((job) => limit(runJob, job)));
  const failed: Job[] = [];
  const unsteady: Failure[] = [];
  for (const result of results.filter(({ passed }) => !passed)) {
    const passes = result.job.hasSecondTry && (await runJob(secondTry(result))).passed;
    if (passes) unsteady.push(...result.failures);
    else failed.push(result.job);
  }
  return { failed, unsteady };
}
