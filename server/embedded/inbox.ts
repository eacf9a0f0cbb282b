import { nodeProblem } from '../node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}

// Imported only now: what it needs does not exist in an older Node.
const { runInbox } = await import('./inbox-command.ts');
process.exitCode = runInbox(process.argv.slice(2), process.env['DATA_DIR'] || './data');
