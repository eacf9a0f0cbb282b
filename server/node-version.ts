/** The site is built and tested on this major; npm brings it with `npm ci`. */
const needed = 26;

/** Ends the process with one sentence where Node is too old for the site. */
export function requireNode(): void {
  const problem = nodeProblem(process.versions.node);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

/** One sentence where Node is too old to run the site, null otherwise. */
function nodeProblem(version: string): string | null {
  const major = Number(version.split('.')[0]);
  if (major >= needed) return null;
  return `This is Node ${version}, but the site needs Node ${needed} or newer: run it through npm (npm start), which brings Node ${needed} with "npm ci", or install Node ${needed}.`;
}
