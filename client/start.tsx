import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { BrowserError } from '#shared/contracts/browser-error.ts';
import { App } from './app.tsx';
import { createReportError, rootErrorHandlers, sendBrowserError, watchErrors } from './lib/error-reporter.ts';
import type { HasLeftSince } from './lib/leaving.ts';
import { applyChosenLanguage } from './navigation/apply-chosen-language.ts';
import { readArrivedState } from './startup/arrived-state.ts';
import { rememberFields } from './startup/remember-fields.ts';
import { printedRoot } from './startup/printed-page.ts';
import { scrollSmoothlyToAnchors } from './startup/smooth-anchors.ts';
import { yieldToBrowser } from './startup/yield-to-browser.ts';
import { openBrowserSite } from './stores/browser-site.ts';
import { createLanguage } from './stores/language.ts';
import type { Site } from './stores/site.ts';

/** The share of visitors whose browsers report how fast the page was. */
const vitalsShare = 0.1;

interface StartOptions {
  /** Called immediately before React adds its event listeners. */
  beforeHydration(): void;
  /** Resolves when the visitor begins to use the page. */
  activity: Promise<void>;
  hasLeftSince: HasLeftSince;
}

/** Hydrates the page that the server has sent; resolves when links and forms are handled by scripts. */
export async function start({ beforeHydration, activity, hasLeftSince }: StartOptions): Promise<void> {
  const send = (report: BrowserError) => sendBrowserError(report, hasLeftSince);
  const state = readArrivedState(send);
  const { origin } = location;
  let site: Site | undefined;
  const routeName = () => site?.visit.peek().route.name ?? state.route;
  const reportError = createReportError({ origin, routeName, send });
  watchErrors(reportError, origin);

  const language = createLanguage(state.language);
  const { promise: hydrated, resolve: onHydrated } = Promise.withResolvers<void>();
  try {
    site = await openBrowserSite(state, { language, onHydrated, reportError, hasLeftSince });
  } catch (error) {
    // In some browsers the error does not name the script that did not load, so watchErrors ignores it.
    reportError('uncaught', error);
    throw error;
  }
  const { navigator } = site;
  const app = <App site={site} />;

  await yieldToBrowser();
  let restoreFields = () => {};
  // React renders a transition in slices, so typing and scrolling are not delayed.
  startTransition(() => {
    beforeHydration();
    const root = printedRoot();
    restoreFields = rememberFields(root);
    hydrateRoot(root, app, rootErrorHandlers(reportError));
  });
  await hydrated;
  restoreFields();
  scrollSmoothlyToAnchors();
  if (Math.random() < vitalsShare) {
    activity
      .then(() => import('./startup/vitals.ts'))
      .then(({ watchVitals }) => watchVitals({ route: state.route, language: state.language }))
      .catch((error: unknown) => reportError('caught', error));
  }
  const applyLanguage = () => applyChosenLanguage(navigator, language);
  void applyLanguage();
  // A page in the back/forward cache gets no event when another tab chooses a language.
  addEventListener('pageshow', () => void applyLanguage());
  document.documentElement.dataset['ready'] = '';
}
