import type { BrowserError } from '#shared/contracts/browser-error.ts';
import type { PageState } from './page-state.ts';
import type { start } from './start.tsx';
import { sendBrowserError } from './lib/error-reporter.ts';

/** For browsers that do not report when they have painted. */
const maxPaintMs = 3000;

/** The page is complete without scripts: they leave network and processor to it until it has been painted. */
function painted(): Promise<unknown> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, maxPaintMs);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve(0);
    }).observe({ type: 'paint', buffered: true });
    for (const name of ['pointerdown', 'keydown', 'visibilitychange'])
      addEventListener(name, resolve, { once: true, capture: true });
  });
}

/** Loads all modules of this page at once, instead of one after the other; the first of them starts it. */
async function run(): Promise<void> {
  const addresses = document.getElementById('root')?.dataset['modules']?.split(' ') ?? [];
  await painted();
  // The styles for paper and forced colours.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.disabled = false;
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const module = (await import(addresses[0] ?? '')) as { start: typeof start };
  await module.start();
}

/** The reporter of `start.tsx` is not there yet: a script that does not load is reported from here. */
run().catch((error: unknown) => {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as Partial<PageState>;
  const name = error instanceof Error ? error.name : 'Error';
  const report: BrowserError = { kind: 'chunk', route: state.route?.name ?? 'unknown', name };
  sendBrowserError(report);
  throw error;
});
