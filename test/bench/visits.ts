import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { routes } from '#client/routes.ts';
import { startReady, type Cleanup } from '../support/process.ts';
import { launchBrowser, runMeasurement } from './run-measurement.ts';
import { describeMachine, mediansOf, mediansOfJourneys, type PageFigures, type Run } from './visits/figures.ts';
import { missesOf } from './visits/goals.ts';
import { makeJourney } from './visits/journey.ts';
import { visitAndReturn, visitOnce } from './visits/page-visit.ts';
import { measureSpeed } from './visits/phone.ts';
import { startReference } from './visits/reference.ts';
import { describeRun } from './visits/report.ts';

/**
 * Visits in a browser that is really slowed down: line and processor are throttled through the DevTools protocol, and a
 * plain page is visited in the same run. `npm run visits` measures everything three times and takes medians;
 * `npm run visits /about journey` measures only what is named (paths, or the visit of five pages), `-- --short` once.
 * Ends with 1 when a goal is missed.
 */
const languages = ['en', 'ua'];
/** Pages in this language are the heavier ones: taps and second visits are measured on them. */
const heavyLanguage = 'ua';

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const unknown = named.find((name) => !name.startsWith('/') && name !== 'journey');
if (unknown) throw new Error(`${unknown} is nothing to visit: name paths such as /about, or journey.`);
const times = options.short ? 1 : 3;
const paths = routes.map(({ path }) => path.replace(':slug', 'wearable-safety-roi'));
const chosenPaths = named.length > 0 ? named.filter((name) => name.startsWith('/')) : paths;
const withJourney = named.length === 0 || named.includes('journey');

async function repeat<T>(visit: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let count = 0; count < times; count += 1) results.push(await visit());
  return results;
}

/** One page in one language, and what was tapped there. */
async function measurePage(browser: Browser, address: string): Promise<{ figures: PageFigures; control?: string }> {
  if (!address.endsWith(`lang=${heavyLanguage}`))
    return { figures: mediansOf(await repeat(() => visitOnce(browser, address))) };
  const visits = await repeat(() => visitAndReturn(browser, address));
  return { figures: mediansOf(visits.map(({ figures }) => figures)), control: visits[0]?.control };
}

/** A page that fails is added to `failures` and does not end a long run. */
async function measure(browser: Browser, origin: string, run: Run, failures: string[]): Promise<void> {
  async function attempt(name: string, act: () => Promise<void>): Promise<void> {
    console.error(`visiting ${name}`);
    await act().catch((error: unknown) => failures.push(`${name} could not be measured: ${String(error)}`));
  }
  for (const path of chosenPaths)
    for (const language of languages) {
      const address = `${path}?lang=${language}`;
      await attempt(address, async () => {
        const { figures, control } = await measurePage(browser, `${origin}${address}`);
        run.pages[address] = figures;
        if (control) run.controls[address] = control;
      });
    }
  if (!withJourney) return;
  for (const language of languages)
    await attempt(`five pages, ${language}`, async () => {
      run.journeys[language] = mediansOfJourneys(
        await repeat(() => makeJourney(browser, `${origin}/?lang=${language}`)),
      );
    });
}

async function main(later: Cleanup): Promise<boolean> {
  const site = await startReady(later, {});
  const reference = await startReference(later);
  const browser = await launchBrowser(later);
  // These requests store every page in the page cache.
  for (const path of paths)
    for (const language of languages)
      await fetch(`${site.origin}${path}?lang=${language}`, { headers: { 'accept-encoding': 'br' } });
  const run: Run = {
    machine: describeMachine(browser.version(), await measureSpeed(browser)),
    plain: mediansOf(await repeat(() => visitOnce(browser, `${reference}/`))),
    pages: {},
    controls: {},
    journeys: {},
  };
  const failures: string[] = [];
  await measure(browser, site.origin, run, failures);
  console.log(`\n${describeRun(run)}\n`);
  const misses = [...failures, ...missesOf(run, paths.length)];
  console.log(misses.length > 0 ? `Misses its goal:\n  ${misses.join('\n  ')}` : 'Every goal is reached.');
  return misses.length === 0;
}

await runMeasurement(main);
