import { requireNode } from './node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { run } = await import('./process.ts');
await run();
