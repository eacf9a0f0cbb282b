import { setTimeout as wait } from 'node:timers/promises';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright';
import { median } from '../median.ts';
import { collectReports, noteHeadings } from './observe.ts';

/** Slow 4G as Lighthouse applies it: 562 ms a round trip, 1.3 Mbit/s down. Throughput in bytes a second. */
const line = { latency: 562, downloadThroughput: (1.47e6 / 8) * 0.9, uploadThroughput: 84_000, offline: false };
/** The processor of a cheap phone. */
const slowdown = 4;
/** The time that a finger touches the screen. */
const touchMs = 80;

/** The traffic over the network; responses from the browser's cache do not count. */
interface Traffic {
  /** Headers included. */
  bytes: number;
  /** Without headers. */
  scriptBytes: number;
  requests: number;
}

/** A tab of a slow phone on a slow line. */
export interface Tab {
  page: Page;
  devtools: CDPSession;
  /** Since the tab was opened. */
  traffic: Readonly<Traffic>;
  /** Puts a finger on the middle of the element, wherever on the page it is, and takes it away. */
  tap(element: Locator): Promise<void>;
}

/** A visitor who has never been here: cache and storage are empty. */
export const openPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });

/**
 * The speed of the processor before it is slowed down, as Lighthouse measures it (`benchmarkIndex`): the median of five
 * measurements. The index of a fast desktop computer is 1500 to 2000.
 */
export async function measureSpeed(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const results: number[] = [];
  for (let count = 0; count < 5; count += 1)
    results.push(Number(await page.evaluate(`(${pageFunctions.computeBenchmarkIndex.toString()})()`)));
  await page.close();
  return median(results);
}

/** Bytes count when they arrive: half of a film counts when its request is cancelled half-way. */
function countTraffic(devtools: CDPSession): Traffic {
  const traffic: Traffic = { bytes: 0, scriptBytes: 0, requests: 0 };
  const cached = new Set<string>();
  /** Of each request that went over the line. */
  const counted = new Map<string, { bytes: number; isScript: boolean }>();
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { url, fromDiskCache, encodedDataLength: headerBytes } = response;
    if (cached.has(requestId) || fromDiskCache || !url.startsWith('http')) return;
    counted.set(requestId, { bytes: headerBytes, isScript: type === 'Script' });
    traffic.requests += 1;
    traffic.bytes += headerBytes;
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = counted.get(requestId);
    if (!request) return;
    request.bytes += encodedDataLength;
    traffic.bytes += encodedDataLength;
    if (request.isScript) traffic.scriptBytes += encodedDataLength;
  });
  // The body of a document is reported here only.
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = counted.get(requestId);
    if (request) traffic.bytes += Math.max(0, encodedDataLength - request.bytes);
  });
  return traffic;
}

/**
 * The middle of an element that stands in the middle of the window; of text in several lines, that of the first one.
 */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  // A menu that was opened by the tap before.
  await element.waitFor();
  await element.evaluate((node: Element) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // Pictures that come into view, and a top bar that shrinks.
  await wait(500);
  return element.evaluate((node: Element) => {
    const { x, y, width, height } = node.getClientRects()[0] ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const traffic = countTraffic(devtools);
  await page.addInitScript(collectReports);
  await page.addInitScript(noteHeadings);
  return {
    page,
    devtools,
    traffic,
    async tap(element) {
      const point = await middleOf(element);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await wait(touchMs);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}
