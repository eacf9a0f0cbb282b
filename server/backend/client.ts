import { Readable } from 'node:stream';
import { interceptors, Pool, type Dispatcher } from 'undici';
import type { Log } from '#server/operations/log.ts';
import type { BackendOutcome, Metrics } from '#server/operations/metrics.ts';
import { BreakerOpenError, createBreaker, type Breaker } from './breaker.ts';
import { StreamedJson } from './streamed-json.ts';

/** What the backend said: its status and its JSON, null where there was no body, undefined where it was no JSON. */
export interface BackendAnswer {
  status: number;
  body: unknown;
  /** When the backend wants to be asked again, in its own words. */
  retryAfter?: string;
}

export interface BackendFile {
  status: number;
  type: string;
  bytes: Buffer;
}

export interface SendOptions {
  withToken?: boolean;
  /** Equal for what is sent a second time, whichever copy of this site sends it. */
  idempotencyKey?: string;
}

export interface BackendClient {
  /** The backend's address, for telling its pictures from others'. */
  origin: string;
  /**
   * A JSON answer with status 200, or null for the backend's own 404; anything else throws. `guessed` where a visitor
   * made up part of the path: a backend that fails on that alone still answers everybody else.
   */
  read(path: string, options?: { guessed?: boolean }): Promise<unknown>;
  /** A status of success or error is an answer; silence, refusal, a redirect, an oversized or unreadable body throws. A StreamedJson is sent as it is made. */
  send(path: string, body: unknown, options?: SendOptions): Promise<BackendAnswer>;
  file(path: string): Promise<BackendFile>;
  readonly state: Breaker['state'];
  close(): Promise<void>;
}

/** The backend answered, but not with something that can be used. */
export class BackendError extends Error {
  override name = 'BackendError';
  /** What the backend answered with; not what a visitor is answered. */
  readonly backendStatus: number | undefined;
  constructor(message: string, backendStatus?: number) {
    super(message);
    this.backendStatus = backendStatus;
  }
}

interface Options {
  origin: string;
  token: string | null;
  log: Log;
  metrics?: Metrics;
  timeoutMs?: number;
}

interface WholeAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  /** Null when it is longer than it may be. */
  bytes: Buffer | null;
}

const answerBytes = 5 * 1024 * 1024;
/** A backend may ask for patience; longer than this it is not left alone. */
const mostPatienceMs = 30_000;

/** Null when it is longer than it may be. */
async function readBody(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the body, so nothing more of it is read.
    if (size > most) return null;
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

/** How long `Retry-After` asks to wait: seconds, or a date. */
function patienceMs(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(ms, mostPatienceMs);
}

const outcomeOfStatus = (status: number): BackendOutcome => {
  if (status >= 500) return 'failed';
  if (status === 404) return 'missing';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'unusable' : 'ok';
};

function outcomeOfError(error: unknown): BackendOutcome {
  if (error instanceof BreakerOpenError) return 'resting';
  if (!(error instanceof BackendError)) return 'silent';
  return error.backendStatus === undefined ? 'unusable' : outcomeOfStatus(error.backendStatus);
}

/**
 * The only door to the hosted backend, and the only place that knows the token. Everything it awaits ends within
 * `timeoutMs`; reads are tried again once, writes never.
 */
export function createBackendClient({ origin, token, log, metrics, timeoutMs = 10_000 }: Options): BackendClient {
  const pool = new Pool(origin, {
    connections: 32,
    connect: { timeout: Math.min(2000, timeoutMs) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4000,
  });
  const reader = pool.compose(
    interceptors.retry({
      maxRetries: 1,
      minTimeout: 20,
      maxTimeout: 200,
      methods: ['GET'],
      statusCodes: [502, 503],
      retryAfter: false,
    }),
  );
  const breaker = createBreaker({
    failures: 5,
    restMs: 5000,
    onChange(state) {
      log.warn({ backend: state }, `the backend's breaker is ${state}`);
      metrics?.breaker(state);
    },
  });
  // Anybody may ask for any picture, so that pictures say nothing about whether the backend answers to forms and pages.
  const fileReader = pool.compose(
    interceptors.retry({ maxRetries: 1, minTimeout: 20, maxTimeout: 200, methods: ['GET'], statusCodes: [] }),
  );
  const fileBreaker = createBreaker({
    failures: 5,
    restMs: 5000,
    onChange: (state) => log.warn({ backend: state }, `the pictures' breaker is ${state}`),
  });
  let quietUntil = 0;

  async function measure<T extends { status: number }>(
    call: 'read' | 'send' | 'file',
    task: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    const count = (outcome: BackendOutcome) => metrics?.backend(call, outcome, performance.now() - started);
    try {
      const answer = await task();
      count(outcomeOfStatus(answer.status));
      return answer;
    } catch (error) {
      count(outcomeOfError(error));
      throw error;
    }
  }

  /** `AbortSignal.timeout` because undici's own timers are coarse; it bounds headers and body together. */
  async function fetchWhole(dispatcher: Dispatcher, options: Omit<Dispatcher.RequestOptions, 'origin'>) {
    const { statusCode, headers, body } = await dispatcher.request({
      ...options,
      origin,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { statusCode, headers, bytes: await readBody(body, answerBytes) };
  }

  /** An answer that is too long cannot be used, but it is an answer: no breaker counts it. */
  function whole<T extends { bytes: Buffer | null }>(answer: T): T & { bytes: Buffer } {
    const { bytes } = answer;
    if (!bytes) throw new BackendError(`the backend's answer is longer than ${answerBytes} bytes`);
    return { ...answer, bytes };
  }

  async function ask(
    dispatcher: Dispatcher,
    options: Omit<Dispatcher.RequestOptions, 'origin'>,
    findFailure: (answer: WholeAnswer) => string | null,
  ) {
    return whole(
      await breaker.run(async () => {
        const { statusCode: status, headers, bytes } = await fetchWhole(dispatcher, options);
        const answer = { status, headers, bytes };
        const failure = findFailure(answer);
        if (failure) throw new BackendError(`the backend's answer ${failure}`, status);
        return answer;
      }),
    );
  }

  return {
    origin,
    get state() {
      return breaker.state;
    },
    async read(path, { guessed = false } = {}) {
      const { status, body } = await measure('read', async () => {
        if (Date.now() < quietUntil) throw new BreakerOpenError('the backend has asked for patience');
        let json: unknown;
        const answer = await ask(
          reader,
          { path, method: 'GET', headers: { accept: 'application/json' } },
          ({ status, headers, bytes }) => {
            const retryAfter = headers['retry-after'];
            // What is asked of one visitor's post is not asked of everybody's pages: only reads heed it.
            if (typeof retryAfter === 'string' && (status === 429 || status === 503))
              quietUntil = Date.now() + patienceMs(retryAfter);
            // A backend that answers errors to everything is as good as silent, and so is one whose answers are none.
            if (status > 500 || (status === 500 && !guessed)) return `has status ${status}`;
            if ((status !== 200 && status !== 404) || !bytes?.length) return null;
            json = parse(bytes);
            return json === undefined ? 'is no JSON' : null;
          },
        );
        return { status: answer.status, body: answer.status === 200 ? json : null };
      });
      if (status === 404) return null;
      // Redirects are not followed: the backend's address is the operator's word, nobody else's.
      if (status !== 200) throw new BackendError(`the backend answered ${status}`, status);
      if (body === undefined || body === null) throw new BackendError(`the backend's answer is empty`);
      return body;
    },
    async send(path, body, { withToken = false, idempotencyKey } = {}) {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(withToken && token ? { 'x-token': token } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(body instanceof StreamedJson ? { 'content-length': String(body.bytes) } : {}),
      };
      const payload =
        body instanceof StreamedJson ? Readable.from(body.chunks(), { objectMode: false }) : JSON.stringify(body);
      return measure('send', async () => {
        const answer = await ask(
          pool,
          { path, method: 'POST', headers, body: payload },
          // Its errors are answers to this post alone; only silence counts.
          () => null,
        );
        const { status, bytes } = answer;
        // A redirect or no status at all says that something else than the backend has answered.
        if (status < 200 || (status >= 300 && status < 400) || status > 599)
          throw new BackendError(`the backend answered ${status}`, status);
        const retryAfter = answer.headers['retry-after'];
        return {
          status,
          body: bytes.length === 0 ? null : parse(bytes),
          ...(typeof retryAfter === 'string' && { retryAfter }),
        };
      });
    },
    async file(path) {
      return measure('file', async () => {
        const { statusCode, headers, bytes } = whole(
          await fileBreaker.run(() => fetchWhole(fileReader, { path, method: 'GET' })),
        );
        return { status: statusCode, type: String(headers['content-type'] ?? ''), bytes };
      });
    },
    // Whoever waited has been answered: what is still being asked is for nobody.
    close: () => pool.destroy(),
  };
}
