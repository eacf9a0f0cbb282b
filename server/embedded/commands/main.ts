import { requireNode } from '#server/lib/node-version.ts';

requireNode();

// Static imports would run before the version check above, and their dependencies do not exist in an older Node.
const { runCommandByName } = await import('./run-command.ts');
process.exitCode = await runCommandByName(process.argv.slice(2), process.env);
