import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { builtInNews } from '#shared/built-in-news.ts';
import { listen } from '../support/listen.ts';
import { startReady, type Cleanup, type SiteProcess } from '../support/process.ts';
import { allocator } from './allocator.ts';
import { measureBuild, measureStart } from './build-and-start.ts';
import { measureGrowth } from './growth.ts';
import { ask, browserHeaders, compare, load, residentBytes } from './load.ts';
import { median } from './median.ts';
import { createReport, mb } from './report.ts';
import { runMeasurement } from './run-measurement.ts';

/**
 * Measures the cost of the built site: `npm run bench`, on Linux; `--short` takes a tenth of the requests. Only figures
 * of one run can be compared. The ratios are reliable, because their two sides were measured in turns.
 */
const short = process.argv.includes('--short');
const share = short ? 0.1 : 1;
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** `npm run bench cached memory` measures only these. */
const wanted = (part: string) => named.length === 0 || named.includes(part);
const report = createReport();
const { say } = report;

const us = (value: number) => `${value.toFixed(0)} µs`;

async function startBare(
  later: Cleanup,
  file: string,
  message: unknown,
  env: Record<string, string> = {},
): Promise<{ origin: string; pid: number }> {
  const child: ChildProcess = fork(join(import.meta.dirname, file), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  later.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  child.send(message as string);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}

const pidOf = (site: SiteProcess) => site.child.pid ?? 0;

const page = '/about';

async function measureCached(later: Cleanup, site: SiteProcess): Promise<void> {
  // Enough requests for the best level of compression.
  for (let asked = 0; asked < 6; asked += 1) await ask(site.origin + page);
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  const { lines, body } = await ask(site.origin + page);
  const hopByHop = new Set(['date', 'connection', 'keep-alive']);
  const kept = lines.flatMap((line, at) =>
    at % 2 === 0 && !hopByHop.has(line.toLowerCase()) ? [line, lines[at + 1] ?? ''] : [],
  );
  const bare = await startBare(later, 'bare-bytes.ts', { lines: kept, body: body.toString('base64') });
  const amount = Math.round(8000 * share);
  const { one, other, ratio, perSecond } = await compare(
    { origin: site.origin, path: page, pid: pidOf(site), connections: 10, amount },
    { ...bare, path: page, connections: 10, amount },
    15,
  );
  say(
    'cached page against node:http with the same bytes',
    `${perSecond.toFixed(2)} in requests a second; ${ratio.toFixed(2)} in processor time (${us(one)} and ${us(other)} a request)`,
    '≥ 0.9 in processor time',
    ratio >= 0.9,
  );
}

/** The address of a picture in code that is not built: without the hash of its content. */
const sourceAddress = (address: string) => address.replace('/assets/', '/static/').replace(/-[\da-f]{8}(?=\.\w+$)/, '');

async function measureUncached(later: Cleanup): Promise<void> {
  const site = await startReady(later, { env: { LOG_LEVEL: 'warn', PAGE_CACHE_BYTES: '0' } });
  const document = (
    await ask(site.origin + page, { ...browserHeaders, 'accept-encoding': 'identity' })
  ).body.toString();
  const [, head = '', tail = ''] = /^(.*<div id="root"[^>]*>).*(<\/div><script.*)$/s.exec(document) ?? [];
  const pictures = Object.fromEntries(
    Array.from(document.matchAll(/"(data:[^"]+)" data-address="([^"]+)"/g), ([, inline = '', address = '']) => [
      sourceAddress(address),
      inline,
    ]),
  );
  const bare = await startBare(later, 'bare-render.tsx', { path: page, head, tail, pictures });
  const bareDocument = brotliDecompressSync((await ask(bare.origin + page)).body).toString();
  if (Math.abs(bareDocument.length / document.length - 1) > 0.02)
    throw new Error(`${document.length} characters are compared with ${bareDocument.length}`);
  const amount = Math.round(600 * share);
  for (const acceptEncoding of [browserHeaders['accept-encoding'], 'br']) {
    const { one, other, ratio } = await compare(
      { origin: site.origin, path: page, pid: pidOf(site), connections: 2, amount, acceptEncoding },
      { ...bare, path: page, connections: 2, amount, acceptEncoding },
      7,
    );
    say(
      `uncached page for "${acceptEncoding}" against bare React and one brotli pass over the same bytes`,
      `${(1 / ratio).toFixed(2)} times (${us(one)} and ${us(other)} of processor a request)`,
      acceptEncoding === 'br' ? '' : '≤ 0.9 times',
      acceptEncoding === 'br' ? null : 1 / ratio <= 0.9,
    );
  }
}

async function measureLog(later: Cleanup, site: SiteProcess): Promise<void> {
  const silent = await startReady(later, { env: { LOG_LEVEL: 'warn' } });
  const amount = Math.round(8000 * share);
  const { one, ratio } = await compare(
    { origin: site.origin, path: page, pid: pidOf(site), connections: 10, amount },
    { origin: silent.origin, path: page, pid: pidOf(silent), connections: 10, amount },
    15,
  );
  say(
    'the line of the request log',
    `${(100 * (1 - ratio)).toFixed(0)} % of a cached answer (${us(one)} of processor with it)`,
    '≤ 10 %',
    1 - ratio <= 0.1,
  );
}

async function measureSlowBackend(later: Cleanup): Promise<void> {
  const backend = createServer((request, response) => {
    setTimeout(() => {
      const list = request.url?.endsWith('/categories') ? [{ name: 'Technology', count: 3 }] : builtInNews;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(list));
    }, 2000);
  });
  const site = await startReady(later, {
    env: {
      LOG_LEVEL: 'warn',
      BACKEND_URL: await listen(later, backend),
      BACKEND_TOKEN: 'bench',
      PAGE_CACHE_BYTES: '0',
    },
  });
  await ask(`${site.origin}/about`);
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) times.push((await ask(`${site.origin}/news?category=Bench${run}`)).firstByteMs);
  const typical = median(times);
  say(
    'first byte with a backend that takes 2 s',
    `${typical.toFixed(0)} ms (median of 5; slowest ${Math.max(...times).toFixed(0)} ms)`,
    '≤ 30 ms',
    typical <= 30,
  );
}

async function measureConnections(site: SiteProcess): Promise<void> {
  for (const connections of [1, 10, 100, 1000]) {
    const { perSecond, failed } = await load({
      origin: site.origin,
      path: page,
      pid: pidOf(site),
      connections,
      amount: Math.round(20_000 * share),
    });
    say(
      `requests a second with ${connections} connection${connections === 1 ? '' : 's'}`,
      `${Math.round(perSecond)}${failed ? `, ${failed} failed` : ''}`,
      '',
      failed === 0 ? null : false,
    );
  }
  say('memory after them', mb(residentBytes(pidOf(site))));
}

async function measureMemory(later: Cleanup): Promise<void> {
  const site = await startReady(later, { env: allocator });
  const run = (amount: number) =>
    load({ origin: site.origin, path: page, pid: pidOf(site), connections: 50, amount: Math.round(amount * share) });
  await run(60_000);
  const before = residentBytes(pidOf(site));
  let peak = before;
  for (let part = 0; part < 10; part += 1) {
    await run(20_000);
    peak = Math.max(peak, residentBytes(pidOf(site)));
  }
  const after = residentBytes(pidOf(site));
  const growth = (after - before) / before;
  say(
    `memory over ${(200_000 * share).toLocaleString('en')} requests`,
    `${mb(before)}, then ${mb(after)} (${(growth * 100).toFixed(1)} %); at most ${mb(peak)}`,
    '< 5 %, ≤ 200 MB',
    growth < 0.05 && peak <= 200 * 1024 ** 2,
  );
}

async function main(later: Cleanup): Promise<boolean> {
  if (wanted('build')) measureBuild(say);
  if (wanted('start')) await measureStart(say);
  const site = await startReady(later, { env: allocator });
  if (wanted('cached')) await measureCached(later, site);
  if (wanted('log')) await measureLog(later, site);
  if (wanted('uncached')) await measureUncached(later);
  if (wanted('backend')) await measureSlowBackend(later);
  if (wanted('connections')) await measureConnections(site);
  if (wanted('memory')) await measureMemory(later);
  if (wanted('growth')) await measureGrowth(later, share, say);
  return report.finish() === 0;
}

await runMeasurement(main);
