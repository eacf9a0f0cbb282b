import type { buildConnector, Dispatcher, Pool } from 'undici';
import { within } from '#server/lib/within.ts';
import { readLimited } from '#server/http/body/read-limited.ts';
import { createBulkhead, type Bulkhead } from './bulkhead.ts';

const methods: Dispatcher.HttpMethod[] = ['GET'];
/** The answer to the second attempt is passed on, whatever its status is. */
const retryOnce = { maxRetries: 1, minTimeout: 20, maxTimeout: 200, methods, throwOnError: false };

/**
 * The connections and the queue of each kind of call; no kind uses those of another. A GET is sent a second time if its
 * connection fails, or if the status is one of `retryStatuses`; if these are null, no call is sent twice.
 */
const poolLimits = {
  send: { connections: 16, maxWaiting: 64, retryStatuses: null },
  read: { connections: 16, maxWaiting: 256, retryStatuses: [502] },
  guess: { connections: 8, maxWaiting: 32, retryStatuses: [] },
  order: { connections: 8, maxWaiting: 32, retryStatuses: [] },
  webhook: { connections: 8, maxWaiting: 32, retryStatuses: null },
  file: { connections: 16, maxWaiting: 64, retryStatuses: [] },
  desk: { connections: 8, maxWaiting: 32, retryStatuses: null },
} as const;
type PoolName = keyof typeof poolLimits;

const maxAnswerBytes = 5 * 1024 * 1024;

export type CallOptions = Omit<Dispatcher.RequestOptions, 'origin'>;
type Headers = Dispatcher.ResponseData['headers'];

export interface BufferedResponse {
  status: number;
  headers: Headers;
  /** Null when the body is longer than the maximum. */
  bytes: Buffer | null;
}

/**
 * Connections to the backend, in pools: every call waits in the queue of its pool and uses a connection of its pool.
 * `onStart` is called when the wait is over.
 */
export interface Transport {
  /** Requests a whole answer; rejects with a QueueError, a TimeoutError or an error of the connection. */
  fetch(pool: PoolName, call: CallOptions, onStart: () => void): Promise<BufferedResponse>;
  /** Requests an answer whose body is read by the caller; the connection becomes free when the body has ended. */
  fetchStream(pool: PoolName, call: CallOptions, onStart: () => void): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

interface Options {
  origin: string;
  /** Resolves with the port of this machine to connect to; without it the host of `origin` is connected to. */
  port?: (() => Promise<number>) | undefined;
  /**
   * The timeout of a call from the moment it leaves its queue: connecting, headers and body together. In a streamed
   * answer it is the timeout of connecting and headers, and of each pause of the body.
   */
  timeoutMs: number;
  /** The maximum wait for a connection, in milliseconds. */
  waitMs: number;
}

type Undici = (typeof import('undici'))['default'];

/**
 * Connects to 127.0.0.1 at the current `port`; the host in the address of a request is ignored. A port that is not known
 * within `portTimeoutMs`, because the backend is still starting, is a failure to connect.
 */
function createPortConnector(
  { buildConnector, errors }: Undici,
  port: () => Promise<number>,
  { timeout, portTimeoutMs }: { timeout: number; portTimeoutMs: number },
) {
  const connect = buildConnector({ timeout });

  const portInTime = () =>
    within(port(), portTimeoutMs, () => {
      throw new errors.ConnectTimeoutError('the backend did not start in time');
    });

  return (options: buildConnector.Options, callback: buildConnector.Callback) =>
    void portInTime().then(
      (number) => connect({ ...options, hostname: '127.0.0.1', port: String(number) }, callback),
      (error: Error) => callback(error, null),
    );
}

interface Connections {
  pool: Pool;
  /** The pool; for reads, with an interceptor that tries a failed call again. */
  dispatcher: Dispatcher;
}

async function openConnections(name: PoolName, { origin, port, timeoutMs }: Options): Promise<Connections> {
  const { connections, retryStatuses } = poolLimits[name];
  const timeout = Math.min(2000, timeoutMs);
  // Loaded for the first call: undici takes a tenth of the time until the site can serve its first page.
  const { default: undici } = await import('undici');
  const pool = new undici.Pool(origin, {
    connections,
    connect: port ? createPortConnector(undici, port, { timeout, portTimeoutMs: timeoutMs }) : { timeout },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4000,
  });
  const retry = retryStatuses && { ...retryOnce, statusCodes: [...retryStatuses], retryAfter: false };
  // Posts are never sent twice.
  return { pool, dispatcher: retry ? pool.compose(undici.interceptors.retry(retry)) : pool };
}

interface CallPool {
  bulkhead: Bulkhead;
  open(): Promise<Connections>;
  close(): Promise<void>;
}

function createCallPool(name: PoolName, options: Options): CallPool {
  const { connections, maxWaiting } = poolLimits[name];
  let opened: Promise<Connections> | undefined;

  function open(): Promise<Connections> {
    // After a failure, such as a lack of file descriptors, the next call tries again.
    opened ??= openConnections(name, options).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  return {
    bulkhead: createBulkhead({ concurrency: connections, maxWaiting, waitMs: options.waitMs }),
    open,
    close: async () => (await opened)?.pool.destroy(),
  };
}

export function createTransport(options: Options): Transport {
  const { origin, timeoutMs } = options;
  const pools: Record<PoolName, CallPool> = {
    send: createCallPool('send', options),
    read: createCallPool('read', options),
    guess: createCallPool('guess', options),
    order: createCallPool('order', options),
    webhook: createCallPool('webhook', options),
    file: createCallPool('file', options),
    desk: createCallPool('desk', options),
  };
  return {
    fetch: (name, call, onStart) =>
      pools[name].bulkhead(async () => {
        onStart();
        const { dispatcher } = await pools[name].open();
        // Undici's own timeouts are only exact to about a second.
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode: status, headers, body } = await dispatcher.request({ ...call, origin, signal });
        return { status, headers, bytes: await readLimited(body, maxAnswerBytes) };
      }),
    fetchStream: (name, call, onStart) =>
      new Promise((resolve, reject) => {
        pools[name]
          .bulkhead(async () => {
            onStart();
            const { dispatcher } = await pools[name].open();
            const answer = await dispatcher.request({ ...call, origin });
            const ended = new Promise((done) => {
              answer.body.once('close', done);
            });
            resolve(answer);
            await ended;
          })
          .catch(reject);
      }),
    // Visitors who waited have their responses, so open calls can be aborted.
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
