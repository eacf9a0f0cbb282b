import { requireNode } from '#server/lib/node-version.ts';

requireNode();

// Static imports would run before the version check above, and their dependencies do not exist in an older Node.
const { runAlone } = await import('./run-alone.ts');
await runAlone(process.env);
