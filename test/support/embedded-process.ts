import { pino } from 'pino';
import { createEmbeddedBackend } from '#server/embedded/backend.ts';
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
const backend = createEmbeddedBackend({
  settings: backendSettings({ dataDir, databaseUrl: databaseUrl || null }, env),
  log: pino({ level: 'warn' }, pino.destination(2)),
});
await backend.start();
process.send?.(`http://127.0.0.1:${await backend.port}`);
