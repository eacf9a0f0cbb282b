import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright';
import { serveArguments } from './process.ts';

const root = join(import.meta.dirname, '../..');

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

export interface RunningSite {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Every line the process has written. */
  output: string[];
}

async function untilReady(site: RunningSite): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    if (site.process.exitCode !== null) throw new Error(`the site ended at start:\n${site.output.join('')}`);
    if (
      await fetch(`${site.origin}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`the site did not start:\n${site.output.join('')}`);
}

/** Starts the built site as an operator does, on a free port with a data folder of its own. */
export async function startSite(
  t: TestContext | { after(done: () => Promise<void>): void },
  env: Record<string, string> = {},
): Promise<RunningSite> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'));
  const child = spawn(process.execPath, serveArguments, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT: '0',
      ...env,
    },
  });
  const site: RunningSite = { origin: `http://127.0.0.1:${port}`, dataDir, process: child, output: [] };
  child.stdout.on('data', (line: Buffer) => site.output.push(line.toString()));
  child.stderr.on('data', (line: Buffer) => site.output.push(line.toString()));
  t.after(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await new Promise((resolve) => {
        child.once('exit', resolve);
      });
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilReady(site);
  return site;
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests of a file; every test has a context, so a visitor, of its own. */
export function openBrowser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags });
  return shared;
}

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console messages, page errors, failed requests, CSP violations: empty unless a test expects them. */
  troubles: string[];
  /** Opens a path and waits until the page has hydrated. */
  open(path: string): Promise<Page>;
}

/** A page that writes down whatever a developer would be ashamed of. */
export function watch(page: Page, troubles: string[]): void {
  page.on('console', (message) => troubles.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A film that is no longer needed, or a picture of a page that was left, is cancelled by the browser itself.
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed request: ${request.url()} ${reason}`);
  });
}

export async function visit(
  t: TestContext,
  site: Pick<RunningSite, 'origin'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1366, height: 800 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(10_000);
  t.after(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  watch(page, troubles);
  return {
    context,
    page,
    troubles,
    async open(path) {
      await page.goto(path);
      if (options.javaScriptEnabled !== false) await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      return page;
    },
  };
}
