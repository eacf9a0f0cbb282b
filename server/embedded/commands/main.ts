import { requireNode } from '#server/lib/node-version.ts';

requireNode();

// Static imports would run before the version check above, and their dependencies do not exist in an older Node.
const { reportLostOutput } = await import('./report-lost-output.ts');
const { runCommandByName } = await import('./run-command.ts');
reportLostOutput();
const code = await runCommandByName(process.argv.slice(2), process.env);
// The exit code is 1 already if a part of the output was lost.
if (code !== 0) process.exitCode = code;
