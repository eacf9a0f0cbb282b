import { requireNode } from '../../node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { runCommand } = await import('./run-command.ts');
const { runNews } = await import('../news/news-command.ts');
await runCommand(runNews);
