/** The major version that the site is built and tested on; `npm ci` installs it. */
const requiredMajor = 26;

/** Ends the process with an error message if this version of Node is too old to run the site. */
export function requireNode(): void {
  const { node: version } = process.versions;
  if (Number(version.split('.')[0]) >= requiredMajor) return;
  console.error(
    `This is Node ${version}, but the site needs Node ${requiredMajor} or newer: run it through npm (npm start), which brings Node ${requiredMajor} with "npm ci", or install Node ${requiredMajor}.`,
  );
  process.exit(1);
}
