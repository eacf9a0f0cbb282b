import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { build } from '../build.ts';
import { requireNode } from '../server/node-version.ts';
import { findChromium } from './support/chromium.ts';

/**
 * Runs everything, or the kinds of test that are named: check (types, lint, format), unit, dom, server, process, e2e;
 * or the files that are named, each as its kind needs it.
 * The browser tests get themselves a Chromium where there is none.
 */
const root = join(import.meta.dirname, '..');
const kinds = ['check', 'unit', 'dom', 'server', 'process', 'e2e'] as const;
type Kind = (typeof kinds)[number];

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
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
 * one file at a time, and what fails may try once more, alone. What fails twice has failed.
 */
const sharesMachine = (kind: Kind) => kind === 'e2e' || kind === 'process';
const unsteady: Kind[] = [];

async function runTests(kind: Kind, env: Record<string, string> = {}): Promise<boolean> {
  const only = named.filter((file) => kindOf(file) === kind);
  const files = only.length > 0 && !wanted.includes(kind) ? only : await testFiles(kind);
  const setup = kind === 'dom' ? ['--import', './test/support/dom.ts'] : [];
  const concurrency = [`--test-concurrency=${sharesMachine(kind) ? 1 : Math.max(2, availableParallelism() - 1)}`];
  console.log(`\n── ${kind}: ${files.length} files`);
  const tests = ['--import', 'tsx', ...setup, '--test', '--test-timeout=240000', ...concurrency];
  if (!sharesMachine(kind)) return run(process.execPath, [...tests, ...files], env);
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  const tryOnce = () =>
    run(process.execPath, [...tests, `--test-rerun-failures=${join(folder, 'passed.json')}`, ...files], env);
  try {
    if (tryOnce()) return true;
    console.error(`\n── ${kind}: what failed, a second time`);
    if (!tryOnce()) return false;
    unsteady.push(kind);
    return true;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runCheck(): boolean {
  console.log('\n── check: types, lint, format');
  const tool = (name: string) => join(root, 'node_modules', '.bin', name);
  return (
    run(tool('tsc'), ['--noEmit']) &&
    run(tool('eslint'), ['-c', '.eslint.config.mjs', '.']) &&
    run(tool('prettier'), ['--check', '--log-level', 'warn', '.'])
  );
}

async function runKind(kind: Kind): Promise<boolean> {
  if (kind === 'check') return runCheck();
  if (kind === 'process') {
    await build();
    return runTests(kind);
  }
  if (kind !== 'e2e') return runTests(kind);
  const chromium = await findChromium();
  await build();
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
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nall passed: ${chosen.join(', ')}`);
if (unsteady.length > 0) console.log(`only on the second try, see above: ${unsteady.join(', ')}`);
