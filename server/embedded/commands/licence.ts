import { requireNode } from '../../node-version.ts';

requireNode();

// Imported only now: what it needs does not exist in an older Node.
const { runLicence } = await import('../licences/licence-command.ts');
await runLicence(process.argv.slice(2), process.env);
