import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { languages, type Language } from '#shared/languages.ts';
import type { Log } from '#server/lib/log.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { BackendError, TooLongError } from './backend-error.ts';
import { createBreaker, type BreakerState } from './breaker.ts';
import { QueueError } from './bulkhead.ts';
import { createMeasure, type CallTools } from './call-tools.ts';
import { printDeskCall, uploadTimeoutMs, type DeskCall } from './desk-call.ts';
import { explainFailure } from './known-errors.ts';
import type { BackendMetrics } from './outcomes.ts';
import { createReads, retryAfterOf, type Reads } from './reads.ts';
import { StreamedJson } from './streamed-json.ts';
import { createTransport, type CallOptions } from './transport.ts';

/**
 * The backend's answer: its status and its JSON. `body` is undefined for an empty body and for one that is not JSON.
 */
export interface BackendAnswer {
  status: number;
  body: unknown;
  /** The header `Retry-After` of the backend, unchanged. */
  retryAfter?: string;
}

/**
 * A response of the backend as a stream: a picture, or any answer of the desk. Its body must be read to its end or
 * destroyed.
 */
export interface BackendStream {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Readable;
}

interface SendOptions {
  withToken?: boolean;
  /** Equal for a repeated call, also when another copy of this site sends it. */
  idempotencyKey?: string;
  /** The language of the page that has sent the post. */
  language?: Language;
  /** The payment provider's signature of the body; the body is sent unchanged. */
  signature?: string;
  /** Whether a visitor may have made up the path. */
  isGuess?: boolean;
}

export interface BackendClient extends Reads {
  /** The origin of the backend, by which the addresses of its pictures are recognised. */
  origin: string;
  /**
   * Sends a post. Resolves for every status of success or error; the body of a failure is reduced by `explainFailure`.
   * Rejects for a missing answer, a redirect, and a body that is too long. A StreamedJson is sent while it is made;
   * bytes are sent unchanged.
   */
  send(path: string, body: unknown, options?: SendOptions): Promise<BackendAnswer>;
  /** Requests a picture; `headers` are the conditional headers of the visitor's browser. */
  file(path: string, headers?: Record<string, string>): Promise<BackendStream>;
  /** Sends a call of the desk. Resolves to the backend's response, whatever its status is. */
  sendDeskCall(call: DeskCall): Promise<BackendStream>;
  readonly state: BreakerState;
  close(): Promise<void>;
}

interface Options {
  origin: string;
  /**
   * Resolves with the port of the embedded backend once the backend listens. The client calls it for every connection,
   * and connects to this port instead of the host of `origin`.
   */
  port?: (() => Promise<number>) | undefined;
  token: string | null;
  log: Log;
  metrics: BackendMetrics;
  /** The timeout of a whole call: connection, headers and body. */
  timeoutMs?: number;
  /** How long the breaker stays open, in milliseconds. */
  openMs?: number;
  /** The maximum wait of a call in this site's queue, in milliseconds. */
  waitMs?: number;
  /** A clock that is never set back, in milliseconds. */
  now?: () => number;
}

/**
 * An answer that a proxy may have sent because the backend is away. It does not count as a failure of the backend
 * either, because then a visitor whose post cannot be handled could stop the posts of all others.
 */
const mayBeFromProxy = ({ status }: { status: number }) => status >= 500;

function createSend({ transport, breaker, measure }: CallTools, token: string | null): BackendClient['send'] {
  return (path, body, { withToken = false, idempotencyKey, language, signature, isGuess = false } = {}) => {
    const streamed = body instanceof StreamedJson;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(withToken && token ? { 'x-token': token } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(language ? { 'accept-language': languages[language].html } : {}),
      ...(signature !== undefined ? { 'x-sign': signature } : {}),
      ...(streamed ? { 'content-length': String(body.bytes) } : {}),
    };
    const payload = () => {
      if (streamed) return body.toStream();
      return Buffer.isBuffer(body) ? body : JSON.stringify(body);
    };
    // Anyone can call the webhook or make up a path, so these calls use no connections of other posts, and their
    // failures do not count.
    const pool = signature !== undefined ? 'webhook' : isGuess ? 'guess' : 'send';
    const run = pool === 'send' ? breaker.run : breaker.runUncounted;
    return measure('send', async (start) => {
      const answer = await run(
        () => transport.fetch(pool, { path, method: 'POST', headers, body: payload() }, start),
        mayBeFromProxy,
      );
      const { status, bytes } = answer;
      if (!bytes) throw new TooLongError();
      // A redirect or an invalid status means that another server than the backend has answered.
      if (status < 200 || (status >= 300 && status < 400) || status > 599)
        throw new BackendError(`the backend answered ${status}`, status);
      const retryAfter = retryAfterOf(answer);
      const json = parseJson(bytes.toString());
      return { status, body: status < 500 ? json : explainFailure(status, json), ...(retryAfter && { retryAfter }) };
    });
  };
}

function createFetchStream({ transport, breaker, measure }: CallTools, pool: 'file' | 'desk') {
  return (call: CallOptions): Promise<BackendStream> =>
    measure(pool, (start) =>
      breaker.run(async () => {
        const answer = await transport.fetchStream(pool, call, start);
        // The reader of the body has its own listener; without this one, an error of a body without a reader would end
        // the process.
        answer.body.on('error', () => undefined);
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      }),
    );
}

/**
 * All calls to the backend are made here, and only this code uses the token. A call whose whole response is read ends
 * within `timeoutMs` after it left the queue of its pool. The body of a streamed file may take longer, but no pause
 * between two of its chunks. Reads are tried again once, posts never. README.md beside this file describes the calls.
 */
export function createBackendClient(options: Options): BackendClient {
  const { origin, port, token, log, metrics, timeoutMs = 10_000, openMs = 5000, waitMs = 2000 } = options;
  const { now = () => performance.now() } = options;
  const transport = createTransport({ origin, port, timeoutMs, waitMs });
  // A stream has a timeout for each of its two attempts.
  const maxStreamMs = 2 * timeoutMs;
  const createNamedBreaker = (name: string, callMs: number, onChange?: (state: BreakerState) => void) =>
    createBreaker({
      maxFailures: 5,
      openMs,
      // The rest is for a processor with too much work.
      maxTaskMs: waitMs + callMs + 5000,
      now,
      isNeutral: (error) => error instanceof QueueError,
      onChange(state) {
        log.warn({ backend: state }, `the breaker of ${name} is ${state}`);
        onChange?.(state);
      },
    });
  const breaker = createNamedBreaker('the backend', timeoutMs, (state) => metrics.breaker(state));
  const measure = createMeasure(metrics);
  const tools = { transport, breaker, measure, now };
  // Anyone can request any picture, so failures of pictures must not open the breaker of forms and pages.
  const fetchPicture = createFetchStream(
    { ...tools, breaker: createNamedBreaker('the pictures', maxStreamMs) },
    'file',
  );
  const deskBreaker = createNamedBreaker('the desk', Math.max(maxStreamMs, uploadTimeoutMs));
  const fetchDesk = createFetchStream({ ...tools, breaker: deskBreaker }, 'desk');
  return {
    origin,
    ...createReads(tools),
    send: createSend(tools, token),
    file: (path, headers = {}) => fetchPicture({ path, method: 'GET', headers }),
    sendDeskCall: (call) => fetchDesk(printDeskCall(call, token)),
    get state() {
      return breaker.state;
    },
    close: () => transport.close(),
  };
}
