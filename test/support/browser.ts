import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright';
import { chromiumFlags, findInstalled } from './chromium.ts';
import { createCleanup, startReady, type Cleanup, type SiteProcess } from './process.ts';

// Reports of violations are sent at once instead of within a minute.
const flags = [...chromiumFlags, '--short-reporting-delay'];

let shared: Promise<Browser> | undefined;

/** One browser for all tests of a process; every test has a context, so a visitor, of its own. */
export function openBrowser(executablePath = process.env['CHROMIUM'] ?? findInstalled()): Promise<Browser> {
  shared ??= chromium.launch({ executablePath, args: flags });
  return shared;
}

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

/** The sites by their settings. */
const sites = new Map<string, SiteProcess>();

/**
 * A site that is there when the first test begins, and ends, with the browser, after the last. The files of a process
 * that ask for the same settings visit the same site: a test looks for what it has sent itself, and counts nothing
 * else.
 */
export function sharedSite(env: Record<string, string> = {}): SiteProcess {
  const settings = JSON.stringify(env);
  const known = sites.get(settings);
  if (known) return known;
  const site = {} as SiteProcess;
  sites.set(settings, site);
  const process = createCleanup();
  before(async () => {
    Object.assign(site, await startReady(process, { env }));
  });
  after(async () => {
    // A browser that could not be started cannot be closed, but the process of the site would keep the run alive.
    try {
      await closeBrowser();
    } finally {
      await process.end();
    }
  });
  return site;
}

interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Opens a path, begins to use the page, and waits until it has hydrated. */
  open(path: string): Promise<Page>;
}

interface VisitOptions extends BrowserContextOptions {
  /** Matches the troubles that the test causes. Every other message, error or failed request fails the test. */
  expectedTroubles?: RegExp;
}

/** Tests reach no other host, so no tile of the map loads unless a test provides it. */
const isTile = (address: string) => address.startsWith('https://tile.openstreetmap.org/');

/** Whether a console message says nothing about a fault of the page. */
const isNoise = (text: string, address: string) =>
  // A test may focus a field before the first frame of a page, in which the browser focuses the note of that page.
  text.startsWith('Autofocus processing was blocked') ||
  // A failed request is reported by `requestfailed` below, except one that was cancelled because the page was left.
  text.includes('TypeError: Failed to fetch') ||
  (text.startsWith('Failed to load resource') && isTile(address));

/** Reports every console message, uncaught error, failed request and CSP violation of a page. */
function watch(page: Page, runsScripts: boolean, report: (trouble: string) => void): void {
  const add = (trouble: string) => report(`${page.url()}: ${trouble}`);
  page.on('console', (message) => {
    const { url } = message.location();
    if (!isNoise(message.text(), url)) add(`console ${message.type()}: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => add(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A film that is no longer needed, or a picture of a page that was left, is cancelled by the browser itself.
    if (reason === 'net::ERR_ABORTED') return;
    if (isTile(request.url()) && reason !== 'csp') return;
    // A browser without JavaScript refuses scripts, with this reason.
    if (!runsScripts && request.resourceType() === 'script' && reason === 'csp') return;
    add(`failed request: ${request.url()} ${reason}`);
  });
}

/** Begins to use a page, as a visitor does who touches the mouse wheel, and waits until it has hydrated. */
export async function wake(page: Page): Promise<void> {
  // The event is repeated, because the script that listens may not be loaded yet.
  await page.waitForFunction(
    () => {
      dispatchEvent(new Event('wheel'));
      return document.documentElement.dataset['ready'] !== undefined;
    },
    null,
    { polling: 100 },
  );
}

/** Lets a minute pass at once for a page whose clock is installed, and waits for what it requests then. */
export async function waitAMinute(page: Page): Promise<void> {
  await page.clock.fastForward(60_000);
  await page.waitForLoadState('networkidle');
}

/** Points at a link as a hand does: its part of the page has its code when the click comes. */
export async function pointAt(page: Page, link: Locator): Promise<void> {
  await link.hover();
  await page.waitForLoadState('networkidle');
}

/** Matches the addresses of all scripts that the entry loads. */
export const lazyScripts = /\/assets\/(?!entry-)[^/]*\.js$/;

/** Holds matching requests until they are released. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

/**
 * Waits until the intersection observers of the page have reported the current scroll position: the browser calls
 * observers in the order of their creation.
 */
export const awaitIntersections = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );

/** For the tests of what moves by itself. */
export const withMotion: BrowserContextOptions = { reducedMotion: 'no-preference' };

/** Takes a link at once, wherever on the page it is. */
export const followLink = (page: Page, href: string) =>
  page
    .locator(`a[href="${href}"]`)
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());

/** Opens a page for a new visitor. A trouble of one of the visitor's pages that is not expected fails the test. */
export async function visit(
  t: Cleanup & Pick<TestContext, 'passed'>,
  site: Pick<SiteProcess, 'origin'>,
  { expectedTroubles, ...options }: VisitOptions = {},
): Promise<Visitor> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1366, height: 800 },
    locale: 'en-GB',
    // Films and moving pictures take most of a browser's time here: a test about them asks for motion.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const runsScripts = options.javaScriptEnabled !== false;
  const troubles: string[] = [];
  const report = (trouble: string) => {
    // What comes after the test is no trouble: its site may have been stopped before its pages are closed.
    if (!t.passed && !expectedTroubles?.test(trouble)) troubles.push(trouble);
  };
  context.on('page', (opened) => watch(opened, runsScripts, report));
  t.after(async () => {
    await context.close();
    assert.ok(troubles.length === 0, troubles.join('\n'));
  });
  const page = await context.newPage();
  return {
    context,
    page,
    async open(path) {
      await page.goto(path);
      if (!runsScripts) return page;
      await wake(page).catch((error: unknown) => {
        throw new Error(`${path} did not start; what the browser said: ${troubles.join('; ') || 'nothing'}`, {
          cause: error,
        });
      });
      return page;
    },
  };
}
