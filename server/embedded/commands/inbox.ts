import { requireNode } from '../../node-version.ts';

requireNode();

// Static imports would run before the version check above, and their dependencies do not exist in an older Node.
const { runCommand } = await import('./run-command.ts');
const { runInbox } = await import('./inbox-command.ts');
await runCommand(runInbox);
