import { mkdirSync } from 'node:fs';
import { pino } from 'pino';
import { startEmbeddedBackend } from '#server/embedded/backend.ts';

/**
 * A process of its own that runs the embedded backend over the folder in its first argument, or the database of
 * PostgreSQL in the second, and sends its address.
 */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
// The pictures' folder has to be there; nothing is in it.
mkdirSync(dataDir, { recursive: true });
const backend = await startEmbeddedBackend({
  dataDir,
  databaseUrl: databaseUrl || null,
  picturesDir: dataDir,
  token: 'secret-test-token',
  log: pino({ level: 'warn' }, pino.destination(2)),
});
process.send?.(backend.origin);
