import type { BrowserError } from '#shared/contracts/browser-error.ts';
import { rememberEarlyClick } from './startup/early-clicks.ts';
import { errorNameOf, isChunkError, sendBrowserError } from './lib/error-reporter.ts';
import { firstActivity } from './startup/first-activity.ts';
import { watchLeaving } from './lib/leaving.ts';
import { addLink, loadStylesheet } from './lib/load-stylesheet.ts';
import { markMotion } from './lib/motion.ts';
import { waitAtMost } from './lib/wait-at-most.ts';
import { saveNamedLanguage } from './lib/named-language.ts';
import { needsScripts, languageOfOtherTab } from './startup/needs-scripts.ts';
import { isStatePrinted, printedRoot, readPageState } from './startup/printed-page.ts';
import { restoreScroll } from './startup/restore-scroll.ts';
import type { RouteName } from './routes.ts';
import type { start } from './start.tsx';

/** The timeout for the first paint, because some browsers do not report it. */
const maxPaintMs = 3000;
/** The timeout for the stylesheets. */
const maxStylesMs = 5000;

/** Resolves after the first paint. Until then the scripts must not take network and processor time from the page. */
function painted(): Promise<unknown> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, maxPaintMs);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve(0);
    }).observe({ type: 'paint', buffered: true });
    for (const name of ['pointerdown', 'keydown', 'visibilitychange'])
      addEventListener(name, resolve, { once: true, capture: true });
  });
}

/** Resolves when the document is parsed: the script runs before the end of the page has arrived. */
function parsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}

/**
 * Adds the whole stylesheets below the style element of a complete page, which has only the rules that the page needs.
 * All of its rules follow again in the same order, so the page does not change. They are added when all are there: the
 * rules of the first one alone would override rules of the page, until the second one repeats these. The element stays,
 * because after removing it browsers calculate the layout of the whole page.
 */
async function loadStylesheets(addresses: string[]): Promise<void> {
  await Promise.allSettled(addresses.map((href) => addLink({ rel: 'preload', href, as: 'style' })));
  await Promise.all(addresses.map(loadStylesheet));
}

/** Resolves after the next frame, which shows the effect of the visitor's last action. */
function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    // Browsers render no frames of pages in the background.
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

const hasLeftSince = watchLeaving();

const listOf = (addresses: string | undefined) => addresses?.split(' ') ?? [];

/**
 * Loads the code of the page when the visitor begins to use it; until then the page works without scripts. All modules
 * are loaded in parallel. Resolves to the function that starts the page.
 */
async function prepare(): Promise<() => Promise<void>> {
  // The script of a complete page stands among the content, where React does not expect it.
  document.currentScript?.remove();
  const root = printedRoot();
  markMotion();
  const activity = firstActivity();
  const earlyClick = rememberEarlyClick();
  void parsed().then(() => restoreScroll(window));
  await painted();
  // Enables the stylesheets for paper and forced colours.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.disabled = false;
  // React can hydrate a streamed page before its end has arrived, because its state is above the content.
  await (isStatePrinted() ? Promise.race([activity, parsed()]) : parsed());
  saveNamedLanguage();
  if (!needsScripts(root)) await Promise.race([activity, languageOfOtherTab()]);
  await nextFrame();
  const addresses = listOf(root.dataset['modules']);
  // The build has written the address of start.tsx first, then those of its imports and of the page.
  const load = () => Promise.all(addresses.map((href) => import(href))) as Promise<[{ start: typeof start }]>;
  // One lost request must not leave the document without scripts.
  const loading = load().catch(() => firstActivity().then(load));
  // The printed styles are enough for the page: without the stylesheets it starts, too.
  const styles = waitAtMost(loadStylesheets(listOf(root.dataset['styles'])), maxStylesMs);
  const [[module]] = await Promise.all([loading, styles]);
  return async () => {
    await module.start({ beforeHydration: earlyClick.stop, activity, hasLeftSince });
    earlyClick.repeat();
  };
}

/** Reports that the page could not be prepared. The reporter of start.tsx is not loaded at this point. */
function reportFailure(error: unknown): never {
  const kind = isChunkError(error) ? 'chunk' : 'uncaught';
  let route: RouteName = 'not-found';
  try {
    ({ route } = readPageState());
  } catch {
    // The connection has cut off the document before the end of its state.
  }
  const report: BrowserError = { kind, route, name: errorNameOf(error) };
  sendBrowserError(report, hasLeftSince);
  throw error;
}

void prepare().then((start) => start(), reportFailure);
