import { get as httpGet } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#client/routes.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { allFaults, breakableBackend } from '../support/faults.ts';
import { createCleanup, freePort, postComment, startReady, type SiteProcess } from '../support/process.ts';
import { allocator } from './allocator.ts';
import { judgeDelays } from './event-loop-delay.ts';
import { median } from './median.ts';
import { hostileClients } from './hostile-clients.ts';
import { learnHeadings } from './page-headings.ts';

/**
 * npm run soak -- [seconds]: the built site under mixed load, among hostile clients, purges and restarts, while its
 * backend fails in every way it can. One copy runs from the first second to the last and is measured; beside it a
 * second one is replaced now and then. Prints errors, memory and event-loop delay, and ends with 1 when a page was not
 * answered with the heading and the language that were asked for, a process ended, its memory grew on or was above its
 * limit, or the event loop was late too often.
 */
const seconds = Number(process.argv[2] ?? 1800);
const maxMemoryMb = 350;
const maxDelayP99Ms = 100;
const faultSeconds = 12;
const reportSeconds = 30;
const pauseMs = 40;

const later = createCleanup();

const backend = await breakableBackend(later);
const purgeToken = 'soak-purge-token';

let died: { code: number | string; output: string } | undefined;
let over = false;

async function startCopy(env: Record<string, string> = {}): Promise<SiteProcess> {
  const copy = await startReady(later, {
    env: {
      BACKEND_URL: backend.origin,
      PURGE_TOKEN: purgeToken,
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
      ...allocator,
      ...env,
    },
  });
  void copy.ended.then((code) => {
    if (!over && (copy === lasting || copy === replaced)) died = { code, output: copy.output() };
  });
  return copy;
}

const metricsPort = await freePort();
/** The copy that runs all the time. */
const lasting = await startCopy({ METRICS_PORT: String(metricsPort) });
/** The copy whose place a new one takes, as in a rolling upgrade. */
let replaced = await startCopy();
/** The origin of the next request: four of five go to the copy that is measured. */
const originOf = () => (Math.random() < 0.8 ? lasting : replaced).origin;

const counts = { pages: 0, calls: 0, posts: 0, left: 0, hostile: 0, purges: 0, restarts: 0 };
const errors = new Map<string, number>();
const slowest = { ms: 0, path: '' };
const note = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1);

const pages = routes.map(({ path }) => path.replace(':slug', 'smart-protective-equipment'));
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const askFor = (path: string, language: Language) =>
  fetch(originOf() + path, { headers: { 'accept-language': languages[language].html } });
const findFault = await learnHeadings(pages, async (path, language) => (await askFor(path, language)).text());

async function readPage(): Promise<void> {
  const [path, language] = [pick(pages), pick(languageNames)];
  const started = performance.now();
  // Some requests have an address that is in no cache.
  const answer = await askFor(Math.random() < 0.1 ? `${path}?lang=${language}` : path, language);
  const html = await answer.text();
  const ms = performance.now() - started;
  if (ms > slowest.ms) Object.assign(slowest, { ms, path });
  counts.pages += 1;
  // The site responds 404 while the backend does; 503 means that the client should retry.
  const isMissing = path.startsWith('/news/') && [404, 503].includes(answer.status);
  if (answer.status !== 200 && !isMissing) note(`page ${answer.status}`);
  const fault = isMissing ? null : findFault(html, path, language);
  if (fault) note(`${fault}: ${language} ${path}`);
}

async function readCall(): Promise<void> {
  const path = pick([
    '/api/news',
    '/api/news/featured',
    '/api/news/categories',
    '/api/news/1/comments',
    '/healthz',
    '/readyz',
    `/api/news/made-up-${Math.random()}`,
  ]);
  const answer = await fetch(originOf() + path);
  await answer.arrayBuffer();
  counts.calls += 1;
  if (answer.status >= 500 && !path.includes('made-up')) note(`${path} ${answer.status}`);
}

async function post(): Promise<void> {
  const answer = await postComment(originOf(), `Soak ${Math.random()}`);
  const body = (await answer.json()) as { error?: unknown };
  counts.posts += 1;
  if (answer.status >= 400 && typeof body.error !== 'string') note(`post ${answer.status} without a word`);
}

/** Closes the connection before the end of the response. */
function leave(): Promise<void> {
  counts.left += 1;
  return new Promise((resolve) => {
    const request = httpGet(`${originOf()}${pick(pages)}?lang=ua`, (response) => {
      response.destroy();
      resolve();
    });
    request.once('error', () => resolve());
    setTimeout(() => {
      request.destroy();
      resolve();
    }, Math.random() * 30);
  });
}

async function annoy(): Promise<void> {
  counts.hostile += 1;
  const status = await pick(hostileClients)(originOf());
  if (status >= 500) note(`hostile ${status}`);
}

/** Purges every cache of both copies, like a backend that has published an article. */
async function purge(): Promise<void> {
  counts.purges += 1;
  const headers = { authorization: `Bearer ${purgeToken}`, 'content-type': 'application/json' };
  for (const { origin } of [lasting, replaced]) {
    const answer = await fetch(`${origin}/purge`, { method: 'POST', headers, body: '{"all":true}' });
    if (answer.status >= 400) note(`purge ${answer.status}`);
  }
}

const mix = [
  ...Array<() => Promise<void>>(12).fill(readPage),
  ...Array<() => Promise<void>>(4).fill(readCall),
  post,
  post,
  leave,
  annoy,
];
const purgeSeconds = 20;
const restartSeconds = 300;

async function work(): Promise<void> {
  while (!over && died === undefined) {
    await pick(mix)().catch((error: unknown) => note(`lost: ${String((error as { cause?: unknown }).cause ?? error)}`));
    await wait(pauseMs);
  }
}

/** Starts a new copy, sends visitors there, and stops the old one, which finishes what it has begun. */
async function restart(): Promise<void> {
  const old = replaced;
  replaced = await startCopy();
  counts.restarts += 1;
  old.child.kill('SIGTERM');
  const code = await old.ended;
  if (code !== 0) note(`a stopped copy ended with ${code}`);
}

async function repeat(everySeconds: number, act: () => Promise<void>): Promise<void> {
  while (!over) {
    await wait(everySeconds * 1000, undefined, { ref: false });
    if (!over && died === undefined) await act().catch((error: unknown) => note(`lost: ${String(error)}`));
  }
}

async function breakAndMend(): Promise<void> {
  while (!over) {
    await backend.fail(Math.random() < 0.4 ? null : pick(allFaults));
    await wait(faultSeconds * 1000);
  }
}

async function readFigures() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
  return {
    memoryMb: Math.round(figure('process_resident_memory_bytes') / 1024 ** 2),
    heapMb: Math.round(figure('nodejs_heap_size_total_bytes') / 1024 ** 2),
    externalMb: Math.round(figure('nodejs_external_memory_bytes') / 1024 ** 2),
    delayP99Ms: Math.round(figure('nodejs_eventloop_lag_p99_seconds') * 1000),
    delayMaxMs: Math.round(figure('nodejs_eventloop_lag_max_seconds') * 1000),
    openFiles: figure('process_open_fds'),
    breakerOpened: figure('site_backend_breaker_opened_total'),
  };
}

const started = Date.now();
const history: Awaited<ReturnType<typeof readFigures>>[] = [];
const running = Promise.all(Array.from({ length: 8 }, work));
void breakAndMend();
void repeat(purgeSeconds, purge);
void repeat(restartSeconds, restart);
while (Date.now() - started < seconds * 1000 && died === undefined) {
  await wait(Math.min(reportSeconds, seconds) * 1000);
  const figures = await readFigures();
  history.push(figures);
  console.log(
    `${Math.round((Date.now() - started) / 1000)} s`,
    JSON.stringify({ ...counts, ...figures, errors: Object.fromEntries(errors) }),
  );
}
over = true;
await running;
await later.end();

const third = Math.ceil(history.length / 3);
const [early, late] = [
  median(history.slice(0, third).map(({ memoryMb }) => memoryMb)),
  median(history.slice(-third).map(({ memoryMb }) => memoryMb)),
];
const grew = history.length >= 6 && late > early * 1.5 + 50;
const peak = Math.max(...history.map(({ memoryMb }) => memoryMb));
const delay = judgeDelays(
  history.map((figures) => figures.delayP99Ms),
  maxDelayP99Ms,
);
const requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
console.log(
  `\n${requests} requests in ${seconds} s; errors: ${errors.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(errors))}`,
);
console.log(
  `memory ${early} MB in the first third, ${late} MB in the last, ${peak} MB at most; event-loop delay p99 ${delay.medianMs} ms in the median, above the limit in ${delay.above} of ${history.length} reports, max ${Math.max(...history.map(({ delayMaxMs }) => delayMaxMs))} ms`,
);
console.log(
  `slowest page ${Math.round(slowest.ms)} ms (${slowest.path}); breaker opened ${history.at(-1)?.breakerOpened ?? 0} times; open files ${history.at(-1)?.openFiles ?? 0}`,
);
if (died !== undefined) console.log(`a process ended with ${died.code}:\n${died.output.slice(-3000)}`);
const isOverLimit = peak > maxMemoryMb || delay.isOver;
if (isOverLimit) console.log(`over a limit: ${maxMemoryMb} MB, ${maxDelayP99Ms} ms`);
process.exit(died !== undefined || errors.size > 0 || grew || isOverLimit ? 1 : 0);
