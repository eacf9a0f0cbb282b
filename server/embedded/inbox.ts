import { requireNode } from '../node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { runInbox } = await import('./inbox-command.ts');
process.exitCode = runInbox(process.argv.slice(2), process.env['DATA_DIR'] || './data');
