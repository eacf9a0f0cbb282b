import { chromium, type Browser } from 'playwright';
import { build } from '../../build.ts';
import { chromiumFlags, findChromium, findInstalled } from '../support/chromium.ts';
import { createCleanup, type Cleanup } from '../support/process.ts';

/**
 * Builds the site and measures it; what the measurement has started ends with `later`. The exit code is 1 if the
 * measurement resolves with false, because a goal is missed.
 */
export async function runMeasurement(measure: (later: Cleanup) => Promise<boolean>): Promise<void> {
  const later = createCleanup();
  try {
    await build();
    if (!(await measure(later))) process.exitCode = 1;
  } finally {
    await later.end();
  }
}

/** Starts a browser with an empty profile; `flags` are added to those of the tests. */
export async function launchBrowser(later: Cleanup, flags: string[] = []): Promise<Browser> {
  const executablePath = findInstalled() ?? (await findChromium());
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, ...flags] });
  later.after(() => browser.close());
  return browser;
}
