import { requireNode } from '../node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { runAlone } = await import('./run-alone.ts');
await runAlone(process.env);
