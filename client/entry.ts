import type { BrowserError } from '#shared/contracts/browser-error.ts';
import { rememberEarlyClick } from './lib/early-clicks.ts';
import { sendBrowserError } from './lib/error-reporter.ts';
import { firstActivity } from './lib/first-activity.ts';
import { loadStylesheet } from './lib/load-stylesheet.ts';
import { saveNamedLanguage } from './lib/named-language.ts';
import { needsScripts, languageOfOtherTab } from './lib/needs-scripts.ts';
import { restoreScroll } from './lib/restore-scroll.ts';
import type { PageState } from './page-state.ts';
import type { start } from './start.tsx';

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

/** The script of a streamed page runs before the last part has come. */
function parsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}

/**
 * A complete page contains the rules for its own classes. They make way for the stylesheets that these rules are from,
 * in the same order, so that nothing on the page changes.
 */
async function loadStylesheets(addresses: string[]): Promise<void> {
  const own = document.getElementById('page-styles');
  await Promise.all(addresses.map((href) => loadStylesheet(href, own)));
  own?.remove();
}

/** The browser shows the answer to what the visitor has just done before it spends time on the code of the page. */
function answered(): Promise<unknown> {
  return new Promise((resolve) => {
    // Pages in the background are given no frames.
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

const listOf = (addresses: string | undefined) => addresses?.split(' ') ?? [];

/**
 * Loads the code of the page when somebody uses it: until then a page works without. All modules are loaded at once,
 * instead of one after the other. Resolves to what starts the page.
 */
async function prepare(): Promise<() => Promise<void>> {
  const root = document.getElementById('root') as HTMLElement;
  restoreScroll(window);
  const activity = firstActivity();
  const earlyClick = rememberEarlyClick();
  await painted();
  // The styles for paper and forced colours.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.disabled = false;
  await Promise.race([activity, parsed()]);
  saveNamedLanguage();
  if (!needsScripts(root)) await Promise.race([activity, languageOfOtherTab()]);
  await answered();
  const addresses = listOf(root.dataset['modules']);
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const loading = import(addresses[0] ?? '') as Promise<{ start: typeof start }>;
  const [module] = await Promise.all([loading, loadStylesheets(listOf(root.dataset['styles']))]);
  return async () => {
    await module.start({ beforeHydration: earlyClick.stop, activity });
    earlyClick.repeat();
  };
}

/** For as long as the reporter of start.tsx is not there: a script or a stylesheet did not load. */
function reportFailure(error: unknown): never {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as Partial<PageState>;
  const name = error instanceof Error ? error.name : 'Error';
  const report: BrowserError = { kind: 'chunk', route: state.route ?? 'unknown', name };
  sendBrowserError(report);
  throw error;
}

void prepare().then((start) => start(), reportFailure);
