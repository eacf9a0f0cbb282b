import { createServer } from 'node:http';
import { listen } from '../support/listen.ts';
import { answerManyArticles } from '../support/many-articles.ts';
import { startReady, type Cleanup } from '../support/process.ts';
import { allocator } from './allocator.ts';
import { ask, residentBytes } from './load.ts';
import { mb, type Say } from './report.ts';

/** More pages than the page cache holds. */
const misses = 1500;
const count = 10_000;

/** Pages that were never requested before, of a backend with 10,000 articles and 1,000 comments on each. */
export async function measureGrowth(later: Cleanup, share: number, say: Say): Promise<void> {
  const BACKEND_URL = await listen(later, createServer(answerManyArticles({ count, knowsParts: true })));
  const site = await startReady(later, {
    core: 0,
    env: { ...allocator, LOG_LEVEL: 'warn', BACKEND_URL, BACKEND_TOKEN: 'bench' },
  });
  const times: number[] = [];
  for (let position = 0; position < misses * share; position += 1) {
    const { status, body, ms } = await ask(`${site.origin}/news/article-${position}`);
    if (status !== 200 || body.length === 0) throw new Error(`article ${position} has status ${status}`);
    times.push(ms);
  }
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
  say(
    'a page of 10,000 articles that is not stored, on one core',
    `${at(0.99).toFixed(0)} ms at the 99th percentile (median ${at(0.5).toFixed(0)} ms)`,
    '≤ 50 ms',
    at(0.99) <= 50,
  );
  const memory = residentBytes(site.child.pid ?? 0);
  say('memory with the page cache full', mb(memory), '≤ 250 MB', memory <= 250 * 1024 ** 2);
}
