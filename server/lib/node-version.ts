/** The major version that the site is built and tested on; `npm ci` installs it. */
const requiredMajor = 26;

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
  if (major >= requiredMajor) return null;
  return `This is Node ${version}, but the site needs Node ${requiredMajor} or newer: run it through npm (npm start), which brings Node ${requiredMajor} with "npm ci", or install Node ${requiredMajor}.`;
}
