import { once } from 'node:events';
import { serveCalls } from '#server/embedded/calls-server.ts';
import { startCalls } from '#server/embedded/start-calls.ts';
import type { LogLevel } from '#server/embedded/lib/write-log.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { emptyState } from '#server/operations/embedded-metrics.ts';
import { backendSettings } from './backend-settings.ts';
import type { Cleanup } from './process.ts';

/**
 * The embedded backend over a database, on a port of its own; `env` as an operator would set it. It runs in this
 * thread: a worker compiles and loads the whole backend once more, which takes a second for each test.
 */
export async function startBackend(t: Cleanup, place: DatabasePlace, env: Record<string, string> = {}) {
  const state = { ...emptyState };
  const logged: { level: LogLevel; text: string }[] = [];
  const { calls, close } = await startCalls(backendSettings(place, env), {
    writeLog: (level, _fields, text) => void logged.push({ level, text }),
    onState: (change) => void Object.assign(state, change),
  });
  const { server, port } = await serveCalls(calls, 0);
  /** Ends the server: its port refuses connections from then on. */
  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
  t.after(async () => {
    await stop();
    await close();
  });
  return { origin: `http://127.0.0.1:${port}`, state, logged, stop };
}
