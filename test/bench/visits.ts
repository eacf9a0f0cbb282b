import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright';
import { routes } from '#client/routes.ts';
import { build } from '../../build.ts';
import { chromiumFlags, findChromium } from '../support/chromium.ts';
import { createCleanup, startReady } from '../support/process.ts';

/**
 * First visits in a browser that is really slowed down: `npm run visits [path …]`. Line and processor are throttled
 * through the DevTools protocol; a plain page with one stylesheet is visited in the same run, and every figure of time is
 * compared with it. Medians of three.
 */
const line = { latency: 562, downloadThroughput: (1.47e6 / 8) * 0.9, uploadThroughput: 84_000, offline: false };
const slowdown = 4;
const times = 3;
/** Nothing is requested after this time on a page that nobody uses. */
const quietMs = 4000;

interface Visit {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  mainThread: number;
  scriptBytes: number;
  bytes: number;
  shift: number;
}

/** A page as bare as can be, with a stylesheet of its own: what the line itself costs. */
async function startReference(): Promise<{ address: string; close(): void }> {
  const paragraphs = Array.from({ length: 60 }, (_, number) => `<p>Paragraph ${number} of plain text.</p>`).join('');
  const page = `<!doctype html><title>Plain</title><link rel="stylesheet" href="/plain.css"><h1>Plain</h1>${paragraphs}`;
  const styles = 'body{margin:2rem;font-family:sans-serif}'.padEnd(14_000, ' ');
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/css' }).end(isPage ? page : styles);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}

/** Collects what the browser reports; runs in the page before anything else. */
function observe(): void {
  const seen = { largest: 0, blocking: 0, shift: 0 };
  Object.assign(window, { seen });
  // No named functions in here: the browser does not know the helper that tsx gives them.
  for (const type of ['largest-contentful-paint', 'longtask', 'layout-shift'])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value?: number })[]) {
        if (type === 'largest-contentful-paint') seen.largest = entry.startTime;
        if (type === 'longtask') seen.blocking += Math.max(0, entry.duration - 50);
        if (type === 'layout-shift') seen.shift += entry.value ?? 0;
      }
    }).observe({ type, buffered: true });
}

async function visitOnce(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const types = new Map<string, string>();
  let [bytes, scriptBytes] = [0, 0];
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') scriptBytes += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'load' });
  await wait(quietMs);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seen = await page.evaluate(() => ({
    ...(Reflect.get(window, 'seen') as { largest: number; blocking: number; shift: number }),
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  }));
  await context.close();
  const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity;
  return {
    firstPaint: seen.first,
    largestPaint: seen.largest,
    blocking: seen.blocking,
    mainThread: taskSeconds * 1000,
    scriptBytes,
    bytes,
    shift: seen.shift,
  };
}

/** Of each figure the median. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const visits: Visit[] = [];
  for (let count = 0; count < times; count += 1) visits.push(await visitOnce(browser, address));
  const median = (name: keyof Visit) =>
    visits.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  return {
    firstPaint: median('firstPaint'),
    largestPaint: median('largestPaint'),
    blocking: median('blocking'),
    mainThread: median('mainThread'),
    scriptBytes: median('scriptBytes'),
    bytes: median('bytes'),
    shift: median('shift'),
  };
}

const later = createCleanup();
try {
  await build();
  const site = await startReady(later, {});
  const reference = await startReference();
  later.after(() => Promise.resolve(reference.close()));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  later.after(() => browser.close());
  const named = process.argv.slice(2);
  const paths = routes.map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));
  const chosen = named.length > 0 ? named : paths;
  const plain = await visit(browser, reference.address);
  console.log(`plain page: first paint ${plain.firstPaint.toFixed(0)} ms, largest ${plain.largestPaint.toFixed(0)} ms`);
  for (const path of chosen) {
    for (const language of ['en', 'ua']) {
      // Once before, so that the page is stored.
      await fetch(`${site.origin}${path}?lang=${language}`, { headers: { 'accept-encoding': 'br' } });
      const { firstPaint, largestPaint, blocking, mainThread, scriptBytes, bytes, shift } = await visit(
        browser,
        `${site.origin}${path}?lang=${language}`,
      );
      const ratio = (ms: number, of: number) => `${ms.toFixed(0)} ms (${(ms / of).toFixed(2)})`;
      console.log(
        [
          `${path} ${language}`.padEnd(44),
          `first paint ${ratio(firstPaint, plain.firstPaint)}`,
          `largest ${ratio(largestPaint, plain.largestPaint)}`,
          `blocking ${blocking.toFixed(0)} ms`,
          `main thread ${mainThread.toFixed(0)} ms`,
          `script ${(scriptBytes / 1000).toFixed(1)} kB`,
          `all ${(bytes / 1000).toFixed(0)} kB`,
          `shift ${shift.toFixed(3)}`,
        ].join('  '),
      );
    }
  }
} finally {
  await later.end();
}
