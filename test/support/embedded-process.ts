import { pino } from 'pino';
import { startEmbeddedBackend } from '#server/embedded/backend.ts';

/** A process of its own that runs the embedded backend over the folder in its first argument, and sends its address. */
const [dataDir = ''] = process.argv.slice(2);
const backend = await startEmbeddedBackend({
  dataDir,
  picturesDir: dataDir,
  token: 'secret-test-token',
  log: pino({ level: 'warn' }, pino.destination(2)),
});
process.send?.(backend.origin);
