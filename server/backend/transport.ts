import { interceptors, Pool, type Dispatcher } from 'undici';
import { readLimited } from '#server/http/body/read-limited.ts';
import { createBulkhead, type Bulkhead } from './bulkhead.ts';

const methods: Dispatcher.HttpMethod[] = ['GET'];
const retryOnce = { maxRetries: 1, minTimeout: 20, maxTimeout: 200, methods };

/** The connections and the queue of each kind of call; no kind uses those of another. */
const poolLimits = {
  send: { connections: 16, maxWaiting: 64, retryStatuses: null },
  read: { connections: 16, maxWaiting: 256, retryStatuses: [502, 503] },
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
  /**
   * The timeout of a call that has a connection, for headers and body together; in a streamed answer, of the headers and
   * of each pause of the body.
   */
  timeoutMs: number;
  /** The maximum wait for a connection, in milliseconds. */
  waitMs: number;
}

interface ConnectionPool {
  pool: Pool;
  dispatcher: Dispatcher;
  bulkhead: Bulkhead;
}

function createPool(name: PoolName, { origin, timeoutMs, waitMs }: Options): ConnectionPool {
  const { connections, maxWaiting, retryStatuses } = poolLimits[name];
  const pool = new Pool(origin, {
    connections,
    connect: { timeout: Math.min(2000, timeoutMs) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4000,
  });
  const retry = retryStatuses && { ...retryOnce, statusCodes: [...retryStatuses], retryAfter: false };
  return {
    pool,
    // Posts are never sent twice.
    dispatcher: retry ? pool.compose(interceptors.retry(retry)) : pool,
    bulkhead: createBulkhead({ concurrency: connections, maxWaiting, waitMs }),
  };
}

export function createTransport(options: Options): Transport {
  const { origin, timeoutMs } = options;
  const pools: Record<PoolName, ConnectionPool> = {
    send: createPool('send', options),
    read: createPool('read', options),
    guess: createPool('guess', options),
    order: createPool('order', options),
    webhook: createPool('webhook', options),
    file: createPool('file', options),
    desk: createPool('desk', options),
  };
  return {
    fetch: (pool, call, onStart) =>
      pools[pool].bulkhead(async () => {
        onStart();
        // Undici's own timeouts are only exact to about a second.
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode: status, headers, body } = await pools[pool].dispatcher.request({ ...call, origin, signal });
        return { status, headers, bytes: await readLimited(body, maxAnswerBytes) };
      }),
    fetchStream: (pool, call, onStart) =>
      new Promise((resolve, reject) => {
        const { bulkhead, dispatcher } = pools[pool];
        bulkhead(async () => {
          onStart();
          const answer = await dispatcher.request({ ...call, origin });
          const ended = new Promise((done) => {
            answer.body.once('close', done);
          });
          resolve(answer);
          await ended;
        }).catch(reject);
      }),
    // Visitors who waited have their responses, so open calls can be aborted.
    async close() {
      await Promise.all(Object.values(pools).map(({ pool }) => pool.destroy()));
    },
  };
}
