import { parentPort, workerData } from 'node:worker_threads';
import { ConfigError } from '#server/config/config-error.ts';
import { serveCalls } from './calls-server.ts';
import { openCalls } from './open-calls.ts';
import { closeMessage, type WorkerMessage, type WorkerSettings, type WriteLog } from './worker-messages.ts';

/**
 * The embedded backend in a thread of its own: SQLite blocks the thread that calls it, and pages must not wait for
 * that.
 */
const { port: wantedPort, ...settings } = workerData as WorkerSettings;

const send = (message: WorkerMessage) => parentPort?.postMessage(message);
const writeLog: WriteLog = (level, fields, text) => send({ kind: 'log', level, fields, text });

/** Null if the database cannot be used: the site has got the reason. Throws every other error. */
async function open(): Promise<Awaited<ReturnType<typeof openCalls>> | null> {
  try {
    return await openCalls(settings, {
      writeLog,
      onDetail: (detail) => send({ kind: 'detail', detail }),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    send({ kind: 'refused', reason: error.message });
    return null;
  }
}

const backend = await open();
if (backend) {
  const { server, port } = await serveCalls(backend.calls, wantedPort);
  parentPort?.on('message', (message) => {
    if (message !== closeMessage) return;
    server.close(() => {
      void backend.close().finally(() => parentPort?.close());
    });
    server.closeAllConnections();
  });
  send({ kind: 'listening', port });
}
