import { parentPort, workerData } from 'node:worker_threads';
import { ConfigError } from '#server/config-error.ts';
import { serveCalls } from './calls-server.ts';
import { openReportedStorage } from './open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { closeMessage, type WorkerMessage, type WorkerSettings, type WriteLog } from './worker-messages.ts';

/**
 * The embedded backend in a thread of its own: SQLite blocks the thread that calls it, and pages must not wait for
 * that.
 */
const { picturesDir, token, port: wantedPort, ...place } = workerData as WorkerSettings;

const send = (message: WorkerMessage) => parentPort?.postMessage(message);
const writeLog: WriteLog = (level, fields, text) => send({ kind: 'log', level, fields, text });

/** Null where the database cannot be used, which the site has been told then; throws what is a fault of this code. */
async function open(): Promise<Storage | null> {
  try {
    return await openReportedStorage(place, { writeLog, onState: (state) => send({ kind: 'storage', state }) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    send({ kind: 'refused', reason: error.message });
    return null;
  }
}

const storage = await open();
if (storage) {
  const { server, port } = await serveCalls({ storage, picturesDir, token, writeLog }, wantedPort);
  parentPort?.on('message', (message) => {
    if (message !== closeMessage) return;
    server.close(() => {
      void storage.close().finally(() => parentPort?.close());
    });
    server.closeAllConnections();
  });
  send({ kind: 'listening', port });
}
