import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ConfigError } from '#server/config/config-error.ts';
import { emptyDetail, type BackendDetail } from '#server/operations/backend-metrics.ts';
import type { Log } from '#server/operations/log.ts';
import type { BackendSettings } from './settings.ts';
import { closeMessage, type WorkerMessage, type WorkerSettings } from './worker-messages.ts';

export interface EmbeddedBackend {
  /** Stays the same when the worker is restarted. */
  origin: string;
  /** Whether the last write, or the last try of one, has succeeded, what waits to be sent, and which orders are open. */
  readonly detail: BackendDetail;
  close(): Promise<void>;
}

interface Options {
  settings: BackendSettings;
  log: Log;
  createWorker?: (settings: WorkerSettings) => Worker;
  /** The wait before a restart: `minMs` at first, doubled for each restart that follows soon, at most `maxMs`. */
  restart?: { minMs: number; maxMs: number };
}

/** After this time without an end, the wait before the next restart is `minMs` again. */
const recoveredMs = 60_000;

/** Closing a database takes milliseconds; a disk that hangs must not hold up the end of the process. */
const maxCloseMs = 1500;

/** From source the worker is TypeScript beside this file, in the bundle JavaScript beside the chunks. */
function createThread(settings: WorkerSettings): Worker {
  const file = new URL(`./embedded-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { name: 'embedded-backend', workerData: settings });
}

interface Running {
  worker: Worker;
  /** The port; rejects with a ConfigError where the database cannot be used, and with the worker's error. */
  listening: Promise<number>;
  ended: Promise<void>;
}

/** Connects a worker with the site: its log lines, what it knows of itself, its end. */
function connect(worker: Worker, { log }: Options, onDetail: (change: Partial<BackendDetail>) => void): Running {
  const { promise: listening, resolve, reject } = Promise.withResolvers<number>();
  // After a restart nobody may be waiting for `listening`: its rejection must not end the process.
  listening.catch(() => undefined);
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'listening') resolve(message.port);
    else if (message.kind === 'detail') onDetail(message.detail);
    else if (message.kind === 'log') log[message.level](message.fields, message.text);
    else reject(new ConfigError(message.reason));
  });
  worker.on('error', (error) => {
    log.error({ err: error }, 'the embedded backend has failed');
    reject(error);
  });
  const ended = new Promise<void>((done) => {
    worker.once('exit', () => {
      reject(new Error('the embedded backend ended before it listened'));
      done();
    });
  });
  return { worker, listening, ended };
}

/**
 * The stand-in for the hosted backend: an HTTP server on a loopback port, with the calls of server/backend/README.md
 * in a worker thread that is restarted when it ends by itself. Throws a ConfigError where the database cannot be used.
 */
export async function startEmbeddedBackend(options: Options): Promise<EmbeddedBackend> {
  const { settings, log } = options;
  const { createWorker = createThread, restart = { minMs: 250, maxMs: 30_000 } } = options;
  const closing = new AbortController();
  const detail = { ...emptyDetail };

  const start = (port: number) =>
    connect(createWorker({ ...settings, port }), options, (change) => void Object.assign(detail, change));

  let running = start(0);
  const port = await running.listening;

  async function restartOnEnd(): Promise<void> {
    for (let delayMs = restart.minMs; ; delayMs = Math.min(2 * delayMs, restart.maxMs)) {
      const started = performance.now();
      await running.ended;
      if (closing.signal.aborted) return;
      detail.storage = 'failing';
      if (performance.now() - started > recoveredMs) delayMs = restart.minMs;
      log.error({ delayMs }, 'the embedded backend has ended: it is started again');
      await wait(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      running = start(port);
      const isListening = await running.listening.then(
        () => true,
        ({ message }: Error) => {
          log.error({ reason: message }, 'the embedded backend could not be started again');
          return false;
        },
      );
      if (isListening) detail.storage = 'ok';
    }
  }
  const supervision = restartOnEnd();

  return {
    origin: `http://127.0.0.1:${port}`,
    detail,
    async close() {
      closing.abort();
      running.worker.postMessage(closeMessage);
      const isOver = await Promise.race([running.ended.then(() => true), wait(maxCloseMs, false, { ref: false })]);
      if (!isOver) await running.worker.terminate();
      await supervision;
    },
  };
}
