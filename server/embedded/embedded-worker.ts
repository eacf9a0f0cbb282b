import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from './calls-server.ts';
import { NewerDatabaseError } from './migrations.ts';
import { storageFault } from './storage-fault.ts';
import { openStorage, type Storage } from './storage.ts';
import { closeMessage, type WorkerMessage, type WorkerSettings, type WriteLog } from './worker-messages.ts';

/**
 * The embedded backend in a thread of its own: SQLite blocks the thread that calls it, and pages must not wait for
 * that.
 */
const { dataDir, picturesDir, token, port: wantedPort } = workerData as WorkerSettings;

const send = (message: WorkerMessage) => parentPort?.postMessage(message);
const writeLog: WriteLog = (level, fields, text) => send({ kind: 'log', level, fields, text });

/** Null where the folder cannot be used, which the site has been told then; throws what is a fault of this code. */
function open(): Storage | null {
  try {
    return openStorage({
      dataDir,
      onChange(state, reason) {
        send({ kind: 'storage', state });
        if (state === 'ok') writeLog('info', { dataDir }, 'DATA_DIR can be written to again');
        else writeLog('error', { dataDir, reason }, 'DATA_DIR cannot be written to: posts are refused until it can be');
      },
    });
  } catch (error) {
    const fault = storageFault(error);
    if (!fault && !(error instanceof NewerDatabaseError)) throw error;
    const reason = fault
      ? `it must be a folder that the site can write to (${fault.reason})`
      : (error as NewerDatabaseError).message;
    send({ kind: 'refused', reason });
    return null;
  }
}

const storage = open();
if (storage) {
  const { server, port } = await serveCalls({ storage, picturesDir, token, writeLog }, wantedPort);
  parentPort?.on('message', (message) => {
    if (message !== closeMessage) return;
    server.close(() => {
      storage.close();
      parentPort?.close();
    });
    server.closeAllConnections();
  });
  send({ kind: 'listening', port });
}
