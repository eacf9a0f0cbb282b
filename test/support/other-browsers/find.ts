import { existsSync } from 'node:fs';
import { findProgram } from '../tools.ts';

export const findFirefox = () => findProgram('firefox-esr') ?? findProgram('firefox');

/** The small browser that comes with the WebDriver of WebKitGTK. */
export const findMiniBrowser = () =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path));

interface Missing {
  browser: string;
  /** The Debian package that brings it. */
  package: string;
}

/** Returns the other browsers that are not on the machine. No script installs them, because they are large. */
export function missingBrowsers(): Missing[] {
  const missing: Missing[] = [];
  if (!findFirefox()) missing.push({ browser: 'Firefox', package: 'firefox-esr' });
  if (!findProgram('WebKitWebDriver') || !findMiniBrowser())
    missing.push({ browser: 'WebKit', package: 'webkit2gtk-driver' });
  else if (!findProgram('Xvfb')) missing.push({ browser: 'WebKit', package: 'xvfb' });
  return missing;
}
