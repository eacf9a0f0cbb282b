import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { build } from '../build.ts';
import { requireNode } from '../server/node-version.ts';
import { findChromium } from './support/chromium.ts';
import type { Failure } from './support/failure-reporter.ts';
import { missingBrowsers } from './support/other-browsers/find.ts';

/**
 * Runs everything, or the kinds of test that are named: check (types, lint, format), unit, dom, server, process, e2e;
 * or the files that are named, each as its kind needs it.
 * The browser tests get themselves a Chromium where there is none.
 */
const root = join(import.meta.dirname, '..');
const kinds = ['check', 'unit', 'dom', 'server', 'process', 'e2e'] as const;
type Kind = (typeof kinds)[number];

/** Compiled code of packages and tests is read from here instead of being compiled in every test process. */
const compileCache = join(root, 'node_modules/.cache/compiled');

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Does the work with the first call; every call gets its result. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

async function testFiles(kind: Kind): Promise<string[]> {
  const files = await readdir(join(root, 'test', kind), { recursive: true });
  return files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('test', kind, file))
    .sort();
}

const kindOf = (file: string) =>
  kinds.find((kind) => relative(join(root, 'test'), resolve(file)).startsWith(kind + sep));

/**
 * Browsers and built sites share cores, ports and clocks with their tests, and with whatever else the machine does:
 * what fails is run once more, to tell a test that always fails from one that fails by chance. With STRICT=1 a test that
 * fails by chance fails the run.
 */
const sharesMachine = (kind: Kind) => kind === 'e2e' || kind === 'process';

/** Process tests put load on the site, so that two would disturb each other; a browser test mostly waits. */
const filesAtOnce = (kind: Kind) => (kind === 'process' ? 1 : Math.max(2, availableParallelism() - 1));
const strict = process.env['STRICT'] === '1';
/** First failures of tests that passed the second time. */
const unsteady: Failure[] = [];

async function readFailures(file: string): Promise<Failure[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Failure);
}

async function runTwice(kind: Kind, args: string[], env: Record<string, string>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  const failures = join(folder, 'failures.jsonl');
  const once = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const reporter = ['--test-reporter=./test/support/failure-reporter.ts', `--test-reporter-destination=${failures}`];
  const rerun = [`--test-rerun-failures=${join(folder, 'passed.json')}`];
  try {
    if (await run(process.execPath, [...rerun, ...once, ...reporter, ...args], env)) return true;
    console.error(`\n── ${kind}: what failed, a second time`);
    const first = await readFailures(failures);
    if (!(await run(process.execPath, [...rerun, ...once, ...args], env))) return false;
    unsteady.push(...first);
    return !strict;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runTests(kind: Kind, env: Record<string, string> = {}): Promise<boolean> {
  const only = named.filter((file) => kindOf(file) === kind);
  const files = only.length > 0 && !wanted.includes(kind) ? only : await testFiles(kind);
  const setup = kind === 'dom' ? ['--import', './test/support/dom.ts'] : [];
  const concurrency = `--test-concurrency=${filesAtOnce(kind)}`;
  console.log(`\n── ${kind}: ${files.length} files`);
  const args = ['--import', 'tsx', ...setup, '--test', '--test-timeout=240000', concurrency, ...files];
  return sharesMachine(kind) ? runTwice(kind, args, env) : run(process.execPath, args, env);
}

/** The tests of both kinds only read the built site: it is built once. */
const buildOnce = once(build);

async function runKind(kind: Kind): Promise<boolean> {
  if (kind === 'check') {
    console.log('\n── check: types, lint, format');
    return run('npm', ['run', '--silent', 'check']);
  }
  if (!sharesMachine(kind)) return runTests(kind);
  const chromium = await findChromium();
  await buildOnce();
  return runTests(kind, { CHROMIUM: chromium });
}

requireNode();
const wanted = process.argv.slice(2);
const named = wanted.filter((name) => kindOf(name) && existsSync(name));
const unknown = wanted.filter((name) => !named.includes(name) && !kinds.some((kind) => kind === name));
if (unknown.length > 0) {
  console.error(
    `There is no test called ${unknown.join(', ')}: name files, or some of ${kinds.join(', ')}, or nothing for all.`,
  );
  process.exit(1);
}
const meant = new Set(wanted.map((name) => kindOf(name) ?? name));
const chosen = wanted.length > 0 ? kinds.filter((kind) => meant.has(kind)) : kinds;
const failed: Kind[] = [];
for (const kind of chosen) {
  if (!(await runKind(kind))) failed.push(kind);
}
if (unsteady.length > 0) {
  console.error(`\nFAILED AT FIRST, passed the second time (${unsteady.length}): these tests fail by chance`);
  for (const { name, file, message } of unsteady) console.error(`  ${relative(root, file)}: ${name}\n    ${message}`);
}
if (chosen.includes('e2e'))
  for (const { browser, package: name } of missingBrowsers()) console.log(`\nnot tested: ${browser} (no ${name} here)`);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nall passed: ${chosen.join(', ')}`);
