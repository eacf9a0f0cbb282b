import { requireNode } from './lib/node-version.ts';

requireNode();

// A dynamic import, because an older Node fails on the static imports of process.ts before requireNode() runs.
const { run } = await import('./process.ts');
await run();
