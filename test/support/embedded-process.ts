import { serveCalls } from '#server/embedded/calls-server.ts';
import { startCalls } from '#server/embedded/start-calls.ts';
import { backendSettings } from './backend-settings.ts';

/**
 * A process of its own that runs the embedded backend over the folder in its first argument, or the database of
 * PostgreSQL in the second, and sends its address. Its mail server, bank and the like stand in the environment.
 */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const env = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] =>
    /^(MAIL|NOTIFY|MONOBANK)_|^PAYMENTS$/.test(entry[0]),
  ),
);
const { calls } = await startCalls(backendSettings({ dataDir, databaseUrl: databaseUrl || null }, env), {
  writeLog: (level, fields, text) => {
    if (level === 'error') console.error(text, fields);
  },
  onState: () => undefined,
});
const { port } = await serveCalls(calls, 0);
process.send?.(`http://127.0.0.1:${port}`);
