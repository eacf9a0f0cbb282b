import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ConfigError } from '#server/config/config-error.ts';
import { emptyState, type EmbeddedState } from '#server/operations/embedded-metrics.ts';
import type { Log } from '#server/lib/log.ts';
import { within } from '#server/lib/within.ts';
import { messageOf } from '../lib/error-facts.ts';
import { endWhenHung } from './end-hung-worker.ts';
import type { BackendSettings } from '../settings.ts';
import { closeMessage, type WorkerMessage } from './worker-messages.ts';

export interface EmbeddedBackend {
  /**
   * Starts the worker; resolves when it listens, or when `close` ends it before. Rejects with a ConfigError if the
   * database cannot be used.
   */
  start(): Promise<void>;
  /**
   * Resolves with the loopback port, once the worker listens; a worker that was restarted has another port. Rejects if
   * `close` is called before the worker has listened.
   */
  port(): Promise<number>;
  /** The state of the last write or write attempt, the size of the outbox and the number of open orders. */
  readonly state: EmbeddedState;
  /**
   * Ends the worker; it is terminated if that takes longer than `maxMs` milliseconds. An e-mail that was just sent must
   * be marked as sent: running polls may take 2 s to end (storage/polling.ts).
   */
  close(maxMs: number): Promise<void>;
}

interface Options {
  settings: BackendSettings;
  log: Log;
  createWorker?: (settings: BackendSettings) => Worker;
  /** The delay before a restart starts at `minMs`, doubles with each early failure and never exceeds `maxMs`. */
  restart?: { minMs: number; maxMs: number };
  /** The interval of pings to the worker, in milliseconds: it is ended after three without a response. */
  pingMs?: number;
}

/** The restart delay is reset to `minMs` after a worker has run this long. */
const recoveredMs = 60_000;

/** The worker file is TypeScript beside this file in the sources, and JavaScript beside the chunks in the bundle. */
function createThread(settings: BackendSettings): Worker {
  const file = new URL(`./embedded-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { name: 'embedded-backend', workerData: settings });
}

interface Running {
  worker: Worker;
  /** Resolves with the port. Rejects with a ConfigError if the database cannot be used, or with the worker's error. */
  listening: Promise<number>;
  ended: Promise<void>;
}

/** Forwards the log lines and the state of a worker to the site, and logs its errors. */
function connect(
  worker: Worker,
  { log, pingMs = 10_000 }: Options,
  onState: (change: Partial<EmbeddedState>) => void,
): Running {
  const { promise: listening, resolve, reject } = Promise.withResolvers<number>();
  // Nothing awaits `listening` after a restart, so its rejection must not end the process.
  listening.catch(() => undefined);
  /** Whether the worker has reported the result of a write. */
  let hasReported = false;
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'listening') {
      if (!hasReported) onState({ storage: 'ok' });
      resolve(message.port);
      // Before it listens, it may change tables for a long time.
      endWhenHung(worker, { log, pingMs });
    } else if (message.kind === 'state') {
      hasReported ||= message.state.storage !== undefined;
      onState(message.state);
    } else if (message.kind === 'log') log[message.level](message.fields, message.text);
    else if (message.kind === 'refused') reject(new ConfigError(message.reason));
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

/** A port that is not known yet. Nothing may be waiting for it when the site ends and it is rejected. */
function createPendingPort(): PromiseWithResolvers<number> {
  const pending = Promise.withResolvers<number>();
  pending.promise.catch(() => undefined);
  return pending;
}

/**
 * Creates the embedded backend: an HTTP server on a loopback port, in a worker thread that restarts after an unexpected
 * end, or when it hangs. It serves the calls of server/backend/README.md.
 */
export function createEmbeddedBackend(options: Options): EmbeddedBackend {
  const { settings, log } = options;
  const { createWorker = createThread, restart = { minMs: 250, maxMs: 30_000 } } = options;
  const closing = new AbortController();
  const state: EmbeddedState = { ...emptyState, storage: 'starting' };
  let port = createPendingPort();

  const startWorker = () => connect(createWorker(settings), options, (change) => void Object.assign(state, change));

  let running: Running | undefined;
  let supervision: Promise<void> | undefined;

  async function restartOnEnd(first: Running): Promise<void> {
    let worker = first;
    let isPortKnown = true;
    for (let delayMs = restart.minMs; ; delayMs = Math.min(2 * delayMs, restart.maxMs)) {
      const started = performance.now();
      await worker.ended;
      if (closing.signal.aborted) return;
      state.storage = 'failing';
      // Calls wait for the new port: another program may listen on the old one.
      if (isPortKnown) port = createPendingPort();
      isPortKnown = false;
      if (performance.now() - started > recoveredMs) delayMs = restart.minMs;
      log.error({ delayMs }, 'the embedded backend has ended: it is started again');
      await wait(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        // `startWorker` throws if the system refuses a new thread. The loop then tries again after the next delay.
        worker = startWorker();
        running = worker;
        port.resolve(await worker.listening);
        isPortKnown = true;
      } catch (error) {
        log.error({ reason: messageOf(error) }, 'the embedded backend could not be started again');
      }
    }
  }

  return {
    async start() {
      running = startWorker();
      const listening = await running.listening.catch((error: unknown) => {
        if (closing.signal.aborted) return null;
        throw error;
      });
      if (listening === null) return;
      supervision = restartOnEnd(running);
      port.resolve(listening);
      const { dataDir, databaseUrl } = settings;
      log.info(databaseUrl ? {} : { dataDir }, 'BACKEND_URL is not set: the embedded backend answers');
    },
    port: () => port.promise,
    state,
    async close(maxMs) {
      closing.abort();
      port.reject(new Error('the embedded backend has ended'));
      if (!running) return;
      running.worker.postMessage(closeMessage);
      const { worker, ended } = running;
      await within(ended, maxMs, () => worker.terminate());
      await supervision;
    },
  };
}
