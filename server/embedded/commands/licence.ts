import { requireNode } from '../../node-version.ts';

requireNode();

// Static imports would run before the version check above, and their dependencies do not exist in an older Node.
const { runLicence } = await import('../licences/licence-command.ts');
await runLicence(process.argv.slice(2), process.env);
