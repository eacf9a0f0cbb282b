import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse, { type Flags } from 'lighthouse';
import type { Language } from '#shared/languages.ts';
import { routes } from '#client/routes.ts';
import { createCleanup, freePort, startReady, type Cleanup } from '../support/process.ts';
import { launchBrowser, runMeasurement } from './run-measurement.ts';

/**
 * Lighthouse on every page in both languages, as a phone: `npm run lighthouse [path …]`. Fails below 100 or above the
 * limits of the other figures. A page that misses is tried again: two cores that are busy with something else slow the
 * page down, but nothing makes it faster.
 */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const max = { lcp: 1500, tbt: 20, cls: 0 };
const tries = 3;

interface Result {
  address: string;
  scores: number[];
  lcp: number;
  tbt: number;
  cls: number;
  /** The audits that lost points. */
  missed: string[];
}

async function audit(address: string, port: number, language: string, hidden: boolean): Promise<Result> {
  const flags: Flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    extraHeaders: { 'Accept-Language': language },
  };
  const run = await lighthouse(address, flags);
  if (!run) throw new Error(`Lighthouse said nothing about ${address}`);
  const { audits, categories: found } = run.lhr;
  const number = (id: string) => audits[id]?.numericValue ?? Infinity;
  const missed = categories.flatMap((category) =>
    (found[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      // Search engines must not index the checkout.
      .filter(({ id }) => !(hidden && id === 'is-crawlable'))
      .map(({ id }) => `${id}${audits[id]?.displayValue ? ` (${audits[id].displayValue})` : ''}`),
  );
  const scores = categories.map((category) => Math.round((found[category]?.score ?? 0) * 100));
  return {
    address,
    scores,
    lcp: Math.round(number('largest-contentful-paint')),
    tbt: Math.round(number('total-blocking-time')),
    cls: Math.round(number('cumulative-layout-shift') * 1000) / 1000,
    missed,
  };
}

const isGood = ({ scores, lcp, tbt, cls }: Result, hidden: boolean) =>
  scores.every((score, position) => score === 100 || (hidden && categories[position] === 'seo')) &&
  lcp <= max.lcp &&
  tbt <= max.tbt &&
  cls <= max.cls;

/** A browser for one page, so that its crash affects no other page. */
async function withBrowser<T>(act: (port: number) => Promise<T>): Promise<T> {
  const page = createCleanup();
  try {
    const port = await freePort();
    await launchBrowser(page, [`--remote-debugging-port=${port}`]);
    return await act(port);
  } finally {
    await page.end();
  }
}

/**
 * A site that has just started renders and compresses all its pages, and compresses again what is asked for often: on
 * two cores the browser would pay for that.
 */
async function settle(addresses: string[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const address of addresses) await (await fetch(address)).text();
  await wait(10_000);
}

/** Returns the best of several tries; the first one that reaches every limit is the last. */
async function judge(address: string, language: string, hidden: boolean): Promise<Result> {
  let best: Result | undefined;
  let trouble: unknown;
  for (let attempt = 0; attempt < tries && !(best && isGood(best, hidden)); attempt += 1) {
    try {
      const result = await withBrowser((port) => audit(address, port, language, hidden));
      if (!best || result.tbt + result.lcp < best.tbt + best.lcp) best = result;
    } catch (error) {
      trouble = error;
    }
  }
  if (!best) throw new Error(`Lighthouse failed ${tries} times at ${address}`, { cause: trouble });
  return best;
}

async function main(later: Cleanup): Promise<boolean> {
  const site = await startReady(later, { env: { LOG_LEVEL: 'warn' } });
  const named = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
  const paths =
    named.length > 0 ? named : routes.map(({ path }) => path.replace(':slug', 'smart-protective-equipment'));
  const addressOf = (path: string, language: Language) => `${site.origin}${path}?lang=${language}`;
  await settle(paths.flatMap((path) => [addressOf(path, 'en'), addressOf(path, 'ua')]));
  const results: Result[] = [];
  let allGood = true;
  console.log('perf  a11y  best  seo   LCP ms  TBT ms  CLS    page');
  for (const path of paths) {
    const hidden = routes.find((route) => route.path === path)?.hidden ?? false;
    for (const language of ['en', 'ua'] as const) {
      const result = await judge(addressOf(path, language), language === 'ua' ? 'uk' : 'en', hidden);
      results.push(result);
      const { scores, lcp, tbt, cls, missed } = result;
      const good = isGood(result, hidden);
      allGood &&= good;
      const cells = [
        ...scores.map((score) => String(score).padEnd(4)),
        String(lcp).padEnd(6),
        String(tbt).padEnd(6),
        String(cls).padEnd(5),
      ];
      console.log(`${cells.join('  ')}  ${path} ${language}${good ? '' : `  ✖ ${missed.join(', ')}`}`);
    }
  }
  await writeFile(join(tmpdir(), 'lighthouse.json'), JSON.stringify(results, null, 2));
  return allGood;
}

await runMeasurement(main);
