import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { languages, type Language } from '#shared/languages.ts';
import type { Log } from '#server/operations/log.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { BackendError } from './backend-error.ts';
import { createBreaker, type BreakerState } from './breaker.ts';
import { QueueError } from './bulkhead.ts';
import { createMeasure, type CallTools } from './call-tools.ts';
import { printDeskCall, type DeskCall } from './desk-call.ts';
import { explainFailure } from './known-errors.ts';
import { createReads, parseJson, retryAfterOf, type Reads } from './reads.ts';
import { StreamedJson } from './streamed-json.ts';
import { createTransport, type CallOptions } from './transport.ts';

/** What the backend answered: its status and its JSON, null where there was no body, undefined where it was no JSON. */
export interface BackendAnswer {
  status: number;
  body: unknown;
  /** The header `Retry-After` of the backend, unchanged. */
  retryAfter?: string;
}

/** A picture, whose body must be read to its end or destroyed. */
export interface BackendFile {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Readable;
}

export interface SendOptions {
  withToken?: boolean;
  /** Equal for what is sent again, whichever copy of this site sends it. */
  idempotencyKey?: string;
  /** Of the page that the post comes from. */
  language?: Language;
  /** What the payment provider has signed the body with; the body is sent as it came. */
  signature?: string;
  /** A visitor may have made up the path. */
  isGuess?: boolean;
}

export interface BackendClient extends Reads {
  /** The backend's address, for telling its pictures from others'. */
  origin: string;
  /**
   * A status of success or error is an answer, of which a failure says no more than `explainFailure` lets through;
   * silence, a redirect, an oversized or unreadable body rejects. A StreamedJson is sent while it is made, bytes as
   * they are.
   */
  send(path: string, body: unknown, options?: SendOptions): Promise<BackendAnswer>;
  /** Opens a picture; validators of the visitor's browser are passed on. */
  file(path: string, headers?: Record<string, string>): Promise<BackendFile>;
  /** Passes a call of the desk on as it is, and opens its answer, whatever its status. */
  pass(call: DeskCall): Promise<BackendFile>;
  readonly state: BreakerState;
  close(): Promise<void>;
}

interface Options {
  origin: string;
  token: string | null;
  log: Log;
  metrics?: Pick<Metrics, 'backend' | 'breaker'>;
  /** Bounds a whole call: connection, headers and body. */
  timeoutMs?: number;
  /** How long the breaker stays open. */
  openMs?: number;
  /** How long a call may wait in our own queue. */
  waitMs?: number;
}

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
      if (streamed) return Readable.from(body.chunks(), { objectMode: false });
      return Buffer.isBuffer(body) ? body : JSON.stringify(body);
    };
    // Anybody may call the webhook, or make up a path: such calls take no connection of other posts, and count for nothing.
    const lane = signature !== undefined ? 'report' : isGuess ? 'guess' : 'send';
    const run = lane === 'send' ? breaker.run : breaker.runUncounted;
    return measure('send', async (start) => {
      const answer = await run(() => transport.fetch(lane, { path, method: 'POST', headers, body: payload() }, start));
      const { status, bytes } = answer;
      if (!bytes) throw new BackendError(`the backend's answer is too long`);
      // A redirect, or no status at all, means that something else than the backend has answered.
      if (status < 200 || (status >= 300 && status < 400) || status > 599)
        throw new BackendError(`the backend answered ${status}`, status);
      const retryAfter = retryAfterOf(answer);
      const json = bytes.length === 0 ? null : parseJson(bytes);
      return { status, body: status < 500 ? json : explainFailure(status, json), ...(retryAfter && { retryAfter }) };
    });
  };
}

function createOpen({ transport, breaker, measure }: CallTools, lane: 'file' | 'desk') {
  return (call: CallOptions): Promise<BackendFile> =>
    measure(lane, (start) =>
      breaker.run(async () => {
        const answer = await transport.open(lane, call, start);
        // Its reader is told of an error too; a body that is dropped has no reader.
        answer.body.on('error', () => undefined);
        return { status: answer.statusCode, headers: answer.headers, body: answer.body };
      }),
    );
}

/**
 * The only way to the backend, and the only place that knows the token. Every call ends within `timeoutMs` after it got
 * a connection; reads are tried again once, posts never. The calls are described in README.md beside this file.
 */
export function createBackendClient(options: Options): BackendClient {
  const { origin, token, log, metrics, timeoutMs = 10_000, openMs = 5000, waitMs = 2000 } = options;
  const transport = createTransport({ origin, timeoutMs, waitMs });
  const openBreaker = (name: string, onChange?: (state: BreakerState) => void) =>
    createBreaker({
      maxFailures: 5,
      openMs,
      isNeutral: (error) => error instanceof QueueError,
      onChange(state) {
        log.warn({ backend: state }, `the breaker of ${name} is ${state}`);
        onChange?.(state);
      },
    });
  const breaker = openBreaker('the backend', (state) => metrics?.breaker(state));
  const measure = createMeasure(metrics);
  const tools = { transport, breaker, measure };
  // Anybody may ask for any picture: pictures do not decide whether forms and pages may ask the backend.
  const openPicture = createOpen({ ...tools, breaker: openBreaker('the pictures') }, 'file');
  const openDesk = createOpen({ ...tools, breaker: openBreaker('the desk') }, 'desk');
  return {
    origin,
    ...createReads(tools),
    send: createSend(tools, token),
    file: (path, headers = {}) => openPicture({ path, method: 'GET', headers }),
    pass: (call) => openDesk(printDeskCall(call, token)),
    get state() {
      return breaker.state;
    },
    close: () => transport.close(),
  };
}
