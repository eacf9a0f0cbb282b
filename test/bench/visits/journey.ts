import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright';
import type { Journey, StepFigures } from './figures.ts';
import { middleOf, openPhone, openTab, type Tab } from './phone.ts';

/** The time of a quick reader, in which a page has loaded its parts. */
const readingMs = 2000;
/** In this time a page whose link is pointed at is prefetched: its code, texts and styles. */
const prefetchMs = 3500;

interface Noted {
  headingAt: number;
}

/** Waits for the heading of a page; ms since `from`, or since the last click. */
async function waitForHeading({ page }: Tab, act: () => Promise<unknown>): Promise<number> {
  const before = await page.evaluate(() => sessionStorage.getItem('clickedAt'));
  await act();
  const found = await page.waitForFunction(
    (previous) => {
      const clickedAt = sessionStorage.getItem('clickedAt');
      const { headingAt } = Reflect.get(window, 'noted') as Noted;
      return clickedAt !== previous && headingAt > 0 && headingAt - Number(clickedAt);
    },
    before,
    { polling: 50 },
  );
  return Number(await found.jsonValue());
}

/** Taps a link, with the traffic from then on until the visitor has read the page. */
async function follow(tab: Tab, link: Locator): Promise<StepFigures> {
  const { bytes } = tab.traffic;
  const heading = await waitForHeading(tab, () => tab.tap(link));
  await wait(readingMs);
  return { heading, bytes: tab.traffic.bytes - bytes };
}

async function followInMenu(tab: Tab, href: string): Promise<StepFigures> {
  await tab.tap(tab.page.locator('.top-bar__burger'));
  return follow(tab, tab.page.locator(`#menu a[href="${href}"]`));
}

/** The first page: its heading counts from the beginning of the document. */
async function openFirst({ page, traffic }: Tab, address: string): Promise<StepFigures> {
  await page.goto(address, { waitUntil: 'load' });
  const found = await page.waitForFunction(
    () => {
      const { headingAt } = Reflect.get(window, 'noted') as Noted;
      return headingAt > 0 && headingAt - performance.timeOrigin;
    },
    null,
    { polling: 50 },
  );
  await wait(readingMs);
  return { heading: Number(await found.jsonValue()), bytes: traffic.bytes };
}

/** Points at a link with a mouse, so that its page is prefetched, and clicks once that is done. */
async function pointAndClick(tab: Tab, link: Locator): Promise<StepFigures> {
  const { page, traffic } = tab;
  const { bytes } = traffic;
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined, null, { polling: 100 });
  // The parts that load near the end of the page must load first, because they may move the link.
  await middleOf(link);
  await wait(prefetchMs);
  const { x, y } = await middleOf(link);
  await page.mouse.move(x - 1, y);
  await page.mouse.move(x, y);
  await wait(prefetchMs);
  const heading = await waitForHeading(tab, () => page.mouse.click(x, y));
  return { heading, bytes: traffic.bytes - bytes };
}

/**
 * Five pages in one tab by taps on links, through the menu where the page has no such link; then a sixth page by a
 * mouse that has pointed at its link.
 */
export async function makeJourney(browser: Browser, home: string): Promise<Journey> {
  const context = await openPhone(browser);
  try {
    const tab = await openTab(context);
    const { page } = tab;
    const first = await openFirst(tab, home);
    const gitl = await follow(tab, page.locator('#main a[href="/gitl"]:visible').first());
    const news = await followInMenu(tab, '/news');
    const article = await follow(tab, page.locator('#main .news-card a').first());
    const contacts = await followInMenu(tab, '/contacts');
    const pointedAt = await pointAndClick(tab, page.locator('footer a[href="/process"]').first());
    return { home: first, gitl, news, article, contacts, pointedAt };
  } finally {
    await context.close();
  }
}
