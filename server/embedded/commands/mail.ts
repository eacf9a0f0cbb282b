import { requireNode } from '../../node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { runCommand } = await import('./run-command.ts');
const { runMail } = await import('./mail-command.ts');
await runCommand(runMail);
