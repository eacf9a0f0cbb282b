import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The arguments of a browser that sends requests only to the site, and that may run as root. */
export const chromiumFlags = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
  '--disable-gpu',
  // Letters stand at fractions of a pixel, as on phones. On whole pixels the stand-ins of late fonts are a line longer.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

// A browser without windows takes two thirds of the processor time.
const withoutWindows = ['/usr/bin/chromium-headless-shell'];
const complete = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function run(command: string, args: string[]): boolean {
  console.log(`  ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0;
}

/** The Chromium that browser tests use: the one that CHROMIUM names, or one that is installed; undefined for none. */
export const findInstalled = (): string | undefined =>
  process.env['CHROMIUM'] ?? [...withoutWindows, ...complete, chromium.executablePath()].find(existsSync);

/** A Chromium that can all that visitors' browsers can, such as sending reports; undefined where none is installed. */
export const findComplete = (): string | undefined => complete.find(existsSync);

function installFromSystem(): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const root = process.getuid?.() === 0;
  const apt = (args: string[]) => (root ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
  return apt(['update', '-qq']) && apt(['install', '-y', '-qq', 'chromium', 'chromium-headless-shell']);
}

/**
 * The Chromium for browser tests: the one that CHROMIUM names, the system's, Playwright's own; where there is none,
 * Playwright's download is tried, then the system's package manager. Throws when all of that fails.
 */
export async function findChromium(): Promise<string> {
  const found = findInstalled();
  if (found) {
    console.log(`browser tests use ${found}`);
    return found;
  }
  console.log('There is no Chromium here: installing one for the browser tests.');
  if (!run('npx', ['playwright', 'install', 'chromium'])) installFromSystem();
  const installed = findInstalled();
  if (!installed) throw new Error('No Chromium could be installed: install one and name it in CHROMIUM.');
  console.log(`browser tests use ${installed}, installed just now`);
  return installed;
}
