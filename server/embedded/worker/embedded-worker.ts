import { parentPort, workerData } from 'node:worker_threads';
import { ConfigError } from '#server/config/config-error.ts';
import { serveCalls } from '../calls-server.ts';
import { startCalls } from '../start-calls.ts';
import type { WriteLog } from '../lib/write-log.ts';
import type { BackendSettings } from '../settings.ts';
import { closeMessage, pingMessage, type WorkerMessage } from './worker-messages.ts';

/**
 * The embedded backend runs in its own thread because SQLite blocks the thread that calls it, and rendering must not
 * wait for the database. Node types `workerData` as any; embedded-backend.ts passes BackendSettings.
 */
const settings = workerData as BackendSettings;

const send = (message: WorkerMessage) => parentPort?.postMessage(message);
const writeLog: WriteLog = (level, fields, text) => send({ kind: 'log', level, fields, text });

/** Returns null if the database cannot be used, after sending the reason to the site. Throws every other error. */
async function open(): Promise<Awaited<ReturnType<typeof startCalls>> | null> {
  try {
    return await startCalls(settings, {
      writeLog,
      onState: (state) => send({ kind: 'state', state }),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    send({ kind: 'refused', reason: error.message });
    return null;
  }
}

const backend = await open();
if (backend) {
  const { server, port } = await serveCalls(backend.calls, 0);
  parentPort?.on('message', (message) => {
    if (message === pingMessage) send({ kind: 'alive' });
    if (message !== closeMessage) return;
    server.close(() => {
      void backend.close().finally(() => parentPort?.close());
    });
    server.closeAllConnections();
  });
  send({ kind: 'listening', port });
}
