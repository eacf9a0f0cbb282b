import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { json } from './posts.ts';

export const root = join(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } };
/** The arguments that `npm run serve` passes to node. */
export const serveArguments = scripts.serve.replace(/^exec node /, '').split(' ');

/**
 * A port on which nothing listens, and which the system gives to no other socket before the site listens on it: ports
 * for outgoing connections and for `listen(0)` start at 32768 (Linux) or 49152 (elsewhere).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const probe = createServer();
    const taken = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(true));
      probe.listen(port, '127.0.0.1', () => resolve(false));
    });
    if (taken) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** A test, or another object with a lifetime, after which its resources are released. */
export interface Cleanup {
  after(done: () => Promise<void>): void;
}

/** For resources of several tests: `end` releases them in reverse order. */
export function createCleanup(): Cleanup & { end(): Promise<void> } {
  const endings: (() => Promise<void>)[] = [];
  return {
    after: (done) => {
      endings.unshift(done);
    },
    async end() {
      for (const done of endings.splice(0)) await done();
    },
  };
}

/** A process of a test may still write into a folder that is removed, so the removal is tried for ten seconds. */
const whileInUse = { recursive: true, force: true, maxRetries: 40, retryDelay: 250 };

export async function temporaryFolder(t: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  t.after(() => rm(folder, whileInUse));
  return folder;
}

/** Creates a temporary folder that is removed at the end of this process. */
export function folderOfProcess(): string {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'site-'));
  process.once('exit', () => folder.remove());
  return folder.path;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Kills what a test has started, and waits for its end. */
export function killAfter(t: Cleanup, child: ChildProcess): void {
  t.after(() => kill(child));
}

export interface SiteProcess {
  origin: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** All of its output. */
  output(): string;
  /** Its output on stderr. */
  errors(): string;
  /** Waits until its output contains the text this often; lines may arrive in pieces. */
  says(what: string, times?: number): Promise<void>;
  /** Ends with its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  ready(): Promise<void>;
}

/**
 * The environment of a process of the build: compiling takes a third of the processor time of a start, so it uses the
 * cache that test/support/jobs.ts sets.
 */
export const compiledEnv = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/** A failed start ends the process, so a start that takes longer than this hangs. A busy machine has needed 20 s. */
const startMs = 60_000;

interface Options {
  env?: Record<string, string>;
  port?: number;
  nodeArguments?: string[];
  /** The folder that has the build in dist; the repository unless another one is named. */
  folder?: string;
  /** In KiB: larger files cannot be written, as on a disk that is full. */
  fileLimit?: number;
  /** The number of the only processor core that it may use. */
  core?: number;
}

/** The built site as its operator runs it, on a free port, with a data folder of its own unless `env` names one. */
export async function startProcess(
  t: Cleanup,
  { env = {}, port, nodeArguments = [], folder = root, fileLimit, core }: Options = {},
): Promise<SiteProcess> {
  const own = port ?? (await freePort());
  const dataDir = env['DATA_DIR'] ?? (await temporaryFolder(t));
  const command = [process.execPath, ...nodeArguments, ...serveArguments];
  const limited = ['bash', '-c', `ulimit -S -f ${fileLimit}; exec "$@"`, 'site', ...command];
  const bound = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const [program = '', ...rest] = fileLimit ? limited : bound;
  const child = spawn(program, rest, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...compiledEnv,
      HOST: '127.0.0.1',
      PORT: String(own),
      RATE_LIMIT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
  });
  killAfter(t, child);
  let [written, errors] = ['', ''];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      written += part.toString();
      if (stream === child.stderr) errors += part.toString();
    });
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  const origin = `http://127.0.0.1:${own}`;
  return {
    origin,
    child,
    ended,
    port: own,
    dataDir,
    output: () => written,
    errors: () => errors,
    async says(what, times = 1) {
      for (const deadline = Date.now() + startMs; Date.now() < deadline; await wait(20))
        if (written.split(what).length > times) return;
      throw new Error(`the site never said '${what}':\n${written}`);
    },
    async ready() {
      const deadline = Date.now() + startMs;
      while (Date.now() < deadline && child.exitCode === null) {
        if (await isOk(`${origin}/readyz`)) return;
        await wait(50);
      }
      throw new Error(`the site did not start:\n${written}`);
    },
  };
}

/** Whether an address answers with a status of success; false also without an answer. */
export const isOk = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

export async function startReady(t: Cleanup, options: Options = {}): Promise<SiteProcess> {
  const site = await startProcess(t, options);
  await site.ready();
  return site;
}

export const postComment = (origin: string, content: string, author = 'Olha') =>
  fetch(`${origin}/api/news/1/comments`, json({ author, content }));

export async function readComments(origin: string): Promise<string[]> {
  const list = (await (await fetch(`${origin}/api/news/1/comments`)).json()) as { content: string }[];
  return list.map(({ content }) => content);
}

/** The state of the storage at /readyz: `ok` or `failing`. */
export const storageOf = async ({ origin }: SiteProcess) =>
  ((await (await fetch(`${origin}/readyz`)).json()) as { storage: string }).storage;

export const metricsToken = 'a-token-that-reads-the-metrics-of-tests';

/** /metrics of a site that has `metricsToken` as METRICS_TOKEN. */
export const readMetrics = async ({ origin }: SiteProcess) =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();

/** What `npm run inbox` prints about a site, with these arguments. */
export function readInbox({ dataDir }: SiteProcess, ...args: string[]): string {
  const command = [join(root, 'dist/server/command.js'), 'inbox', ...args];
  const env = { ...compiledEnv, DATA_DIR: dataDir };
  const { stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return stdout + stderr;
}

/** The comments in a database that SQLite finds whole. */
export function checkFile(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'backend.sqlite'));
  try {
    const [check] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    assert.equal(check?.integrity_check, 'ok');
    return (database.prepare('SELECT content FROM comments').all() as { content: string }[]).map(
      ({ content }) => content,
    );
  } finally {
    database.close();
  }
}
