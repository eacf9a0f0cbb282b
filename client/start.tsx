import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { inlineId, spriteHref } from '#shared/icons.ts';
import { App } from './app.tsx';
import { createBrowserApi } from './lib/browser-api.ts';
import { createErrorReporter, sendBrowserError, watchErrors } from './lib/error-reporter.ts';
import { scrollSmoothlyToAnchors } from './lib/smooth-anchors.ts';
import { applyChosenLanguage } from './navigation/apply-chosen-language.ts';
import { createBrowserNavigator } from './navigation/create-browser-navigator.ts';
import { openSentVisit, readPageState } from './page-state.ts';
import { createLanguage } from './stores/language.ts';
import { createSite } from './stores/site.ts';

/** One visitor in ten reports how fast the page was. */
const vitalsShare = 0.1;

/** Lets the browser paint, and react to whoever is using the page already. */
function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}

interface StartOptions {
  /** Called in the moment before React begins to listen. */
  beforeHydration(): void;
  /** Resolves when the visitor begins to use the page. */
  activity: Promise<void>;
}

/** Hydrates what the server has sent. */
export async function start({ beforeHydration, activity }: StartOptions): Promise<void> {
  const state = readPageState();
  const { origin } = location;
  let routeName = () => state.route;
  const reporter = createErrorReporter({ origin, routeName: () => routeName(), send: sendBrowserError });
  watchErrors(reporter, origin);

  const api = createBrowserApi();
  const visit = await openSentVisit(state, api);
  const language = createLanguage(state.language);
  let onHydrated = () => {};
  const hydrated = new Promise<void>((resolve) => {
    onHydrated = resolve;
  });
  const site = createSite(visit, api, {
    googleMap: state.googleMap,
    payments: state.payments,
    takesComments: state.takesComments,
    iconHref: (name) => (document.getElementById(inlineId(name)) ? `#${inlineId(name)}` : spriteHref(name)),
    onHydrated,
    createNavigator: (siteState) => createBrowserNavigator(siteState, { state, language, reporter }),
  });
  routeName = () => site.visit.peek().route.name;

  await yieldToBrowser();
  // React renders a transition in slices: whoever types or scrolls meanwhile does not wait for it.
  startTransition(() => {
    beforeHydration();
    hydrateRoot(document.getElementById('root') as HTMLElement, <App site={site} />, {
      onUncaughtError: (error) => reporter.report('uncaught', error),
      onCaughtError: (error) => reporter.report('caught', error),
      onRecoverableError: (error) => reporter.report('recoverable', error),
    });
  });
  await hydrated;
  scrollSmoothlyToAnchors();
  if (Math.random() < vitalsShare) {
    activity
      .then(() => import('./lib/vitals.ts'))
      .then(({ watchVitals }) => watchVitals({ route: state.route, language: state.language }))
      .catch((error: unknown) => reporter.report('caught', error));
  }
  await applyChosenLanguage(site.navigator, language);
  document.documentElement.dataset['ready'] = '';
}
