import { Readable } from 'node:stream';
import { interceptors, Pool, type Dispatcher } from 'undici';
import { createBreaker, type Breaker } from './breaker.ts';
import type { Log } from './log.ts';
import { StreamedJson } from './streamed-json.ts';

/** What the backend said: its status and its JSON, or undefined where the body was no JSON. */
export interface UpstreamAnswer {
  status: number;
  body: unknown;
}

export interface UpstreamFile {
  status: number;
  type: string;
  bytes: Buffer;
}

export interface Upstream {
  /** The backend's address, for telling its pictures from others'. */
  origin: string;
  /** A JSON answer with status 200, or null for 404; anything else throws. */
  read(path: string): Promise<unknown>;
  /** Any status is an answer; only silence, refusal or an oversized body throws. A StreamedJson is sent as it is made. */
  send(path: string, body: unknown, options?: { withToken?: boolean }): Promise<UpstreamAnswer>;
  file(path: string): Promise<UpstreamFile>;
  readonly state: Breaker['state'];
  close(): Promise<void>;
}

/** The backend answered, but not with something that can be used. */
export class UpstreamError extends Error {
  override name = 'UpstreamError';
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface Options {
  origin: string;
  token: string | null;
  log: Log;
  timeoutMs?: number;
}

const answerBytes = 5 * 1024 * 1024;

async function readBody(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the body, so nothing more of it is read.
    if (size > most) throw new UpstreamError(`the backend's answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The only door to the hosted backend, and the only place that knows the token. Everything it awaits ends within
 * `timeoutMs`; reads are tried again once, writes never.
 */
export function createUpstream({ origin, token, log, timeoutMs = 10_000 }: Options): Upstream {
  const pool = new Pool(origin, {
    connections: 32,
    connect: { timeout: Math.min(2000, timeoutMs) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4000,
  });
  const reader = pool.compose(interceptors.retry({
    maxRetries: 1, minTimeout: 20, maxTimeout: 200, methods: ['GET'], statusCodes: [502, 503], retryAfter: false,
  }));
  const breaker = createBreaker({
    failures: 5,
    restMs: 5000,
    onChange: (state) => log.warn({ backend: state }, `the backend's breaker is ${state}`),
  });

  /** `AbortSignal.timeout` because undici's own timers are coarse; it bounds headers and body together. */
  function ask(dispatcher: Dispatcher, options: Omit<Dispatcher.RequestOptions, 'origin'>, most: number) {
    const signal = AbortSignal.timeout(timeoutMs);
    return breaker.run(async () => {
      const { statusCode, headers, body } = await dispatcher.request({ ...options, origin, signal });
      const bytes = await readBody(body, most);
      // A backend that answers errors to everything is as good as silent.
      if (statusCode >= 500 && options.method === 'GET') throw new UpstreamError(`the backend answered ${statusCode}`, statusCode);
      return { status: statusCode, headers, bytes };
    });
  }

  return {
    origin,
    get state() { return breaker.state; },
    async read(path) {
      const { status, bytes } = await ask(reader, { path, method: 'GET', headers: { accept: 'application/json' } }, answerBytes);
      if (status === 404) return null;
      if (status !== 200) throw new UpstreamError(`the backend answered ${status} to ${path}`, status);
      const body = parse(bytes);
      if (body === undefined) throw new UpstreamError(`the backend's answer to ${path} is no JSON`);
      return body;
    },
    async send(path, body, { withToken = false } = {}) {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(withToken && token ? { 'x-token': token } : {}),
        ...(body instanceof StreamedJson ? { 'content-length': String(body.bytes) } : {}),
      };
      const payload = body instanceof StreamedJson ? Readable.from(body.chunks(), { objectMode: false }) : JSON.stringify(body);
      const { status, bytes } = await ask(pool, { path, method: 'POST', headers, body: payload }, answerBytes);
      return { status, body: parse(bytes) };
    },
    async file(path) {
      const { status, headers, bytes } = await ask(reader, { path, method: 'GET' }, answerBytes);
      return { status, type: String(headers['content-type'] ?? ''), bytes };
    },
    close: () => pool.close(),
  };
}
