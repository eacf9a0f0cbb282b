import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright';
import type { PageFigures } from './figures.ts';
import type { Seen } from './observe.ts';
import { openPhone, openTab, type Tab } from './phone.ts';

/** After this time since its `load` event, an unused page has no task left. */
const quietMs = 2500;
/** The same time with a filled cache. */
const cachedQuietMs = 1000;
/** The time until the browser has reported the events of a tap. */
const reportMs = 1000;
/** The browser reports no event that took less, and the others in steps of 8 ms. */
const shortestEventMs = 16;

/** Controls that need the script, in the order of preference; the menu button works without it. */
const controls = [
  { name: 'plan', selector: '.pricing__plan input:enabled:not(:checked)' },
  { name: 'tab', selector: '[role="tab"][aria-selected="false"]' },
  { name: 'filter', selector: 'nav.tab-list a:not([aria-current])' },
  { name: 'details', selector: '#main button[aria-expanded="false"]' },
  { name: 'slide', selector: '.carousel-dots button:not([aria-current])' },
  { name: 'menu', selector: '.top-bar__burger' },
];

const readSeen = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as Seen);

const readFirstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);

/** Loads an address and leaves it alone for some ms. Throws when the browser has painted nothing. */
async function load({ page, devtools, traffic }: Tab, address: string, restMs: number): Promise<PageFigures> {
  await page.goto(address, { waitUntil: 'load' });
  await wait(restMs);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const { largest, blocking, shift } = await readSeen(page);
  const firstPaint = await readFirstPaint(page);
  const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (!firstPaint || !largest || taskSeconds === undefined) throw new Error(`${address} was not painted`);
  const { bytes, scriptBytes } = traffic;
  return { firstPaint, largestPaint: largest, blocking, mainThread: taskSeconds * 1000, scriptBytes, bytes, shift };
}

/** The longest event of a tap, from the touch to the next paint, in ms; 16 for all that is shorter. */
async function measureTap({ page, tap }: Tab, element: Locator): Promise<number> {
  const before = await page.evaluate(() => performance.now());
  await tap(element);
  await wait(reportMs);
  const { tapEvents } = await readSeen(page);
  return Math.max(shortestEventMs, ...tapEvents.filter(({ start }) => start > before).map(({ duration }) => duration));
}

/**
 * Two taps: one on the menu button of a page that nobody has used, which loads the code of the page; one on something
 * that needs this code, once it is there.
 */
async function measureTaps(tab: Tab): Promise<Pick<PageFigures, 'firstTap' | 'nextTap'> & { control: string }> {
  const { page } = tab;
  const firstTap = await measureTap(tab, page.locator('.top-bar__burger'));
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined, null, { polling: 100 });
  await page.keyboard.press('Escape');
  for (const { name, selector } of controls) {
    const element = page.locator(`${selector}:visible`).first();
    if ((await element.count()) === 0) continue;
    return { firstTap, nextTap: await measureTap(tab, element), control: name };
  }
  throw new Error(`${page.url()} has nothing to tap`);
}

/** The first visit alone. */
export async function visitOnce(browser: Browser, address: string): Promise<PageFigures> {
  const context = await openPhone(browser);
  try {
    return await load(await openTab(context), address, quietMs);
  } finally {
    await context.close();
  }
}

/** The first visit, two taps, and another visit of the same address in a new tab. */
export async function visitAndReturn(
  browser: Browser,
  address: string,
): Promise<{ figures: PageFigures; control: string }> {
  const context = await openPhone(browser);
  try {
    const tab = await openTab(context);
    const first = await load(tab, address, quietMs);
    const { control, ...taps } = await measureTaps(tab);
    await tab.page.close();
    const next = await openTab(context);
    const { firstPaint, bytes } = await load(next, address, cachedQuietMs);
    const returning = { returnPaint: firstPaint, returnBytes: bytes, returnRequests: next.traffic.requests };
    return { figures: { ...first, ...taps, ...returning }, control };
  } finally {
    await context.close();
  }
}
