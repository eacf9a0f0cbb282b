import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import autocannon from 'autocannon';
import { median } from './median.ts';

interface Load {
  origin: string;
  path: string;
  pid: number;
  connections: number;
  amount: number;
  acceptEncoding?: string;
}

interface Measured {
  perSecond: number;
  /** Processor time of the server for one request, all its threads, in µs. */
  cpu: number;
  failed: number;
}

/** The headers of Chromium that decide the response. */
export const browserHeaders = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  accept: 'text/html',
};

interface Answer {
  status: number;
  lines: string[];
  body: Buffer;
  firstByteMs: number;
  /** The time until the last byte. */
  ms: number;
}

export function ask(address: string, headers: Record<string, string> = browserHeaders): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(address, { headers, agent: false }, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let firstByteMs = 0;
      response.on('data', (chunk: Buffer) => {
        firstByteMs ||= performance.now() - started;
        chunks.push(chunk);
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          lines: response.rawHeaders,
          body: Buffer.concat(chunks),
          firstByteMs,
          ms: performance.now() - started,
        }),
      );
    }).on('error', reject);
  });
}

const tickUs = 10_000;

/** User and system time of a process so far, in µs; Linux counts it in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickUs;
}

export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

export async function load({ origin, path, pid, connections, amount, acceptEncoding }: Load): Promise<Measured> {
  const before = processorTime(pid);
  const started = performance.now();
  const { errors, non2xx } = await autocannon({
    url: origin + path,
    connections,
    amount,
    headers: acceptEncoding ? { ...browserHeaders, 'accept-encoding': acceptEncoding } : browserHeaders,
    timeout: 60,
    sampleInt: 20,
  });
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: amount / seconds, cpu: (processorTime(pid) - before) / amount, failed: errors + non2xx };
}

/** Measures two servers under the same load, in turns, so that other processes slow down both. */
export async function compare(
  one: Load,
  other: Load,
  rounds: number,
): Promise<{ one: number; other: number; ratio: number; perSecond: number }> {
  const measured: [Measured, Measured][] = [];
  await load(one);
  await load(other);
  for (let round = 0; round < rounds; round += 1) measured.push([await load(one), await load(other)]);
  const broken = measured.flat().reduce((sum, { failed }) => sum + failed, 0);
  if (broken > 0) throw new Error(`${broken} requests failed`);
  return {
    one: median(measured.map(([first]) => first.cpu)),
    other: median(measured.map(([, second]) => second.cpu)),
    ratio: median(measured.map(([first, second]) => second.cpu / first.cpu)),
    perSecond: median(measured.map(([first, second]) => first.perSecond / second.perSecond)),
  };
}
