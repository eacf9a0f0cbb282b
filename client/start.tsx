import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { inlineId, spriteHref } from '#shared/icons.ts';
import { App } from './app.tsx';
import { createBrowserApi } from './lib/browser-api.ts';
import { createReportError, rootErrorHandlers, sendBrowserError, watchErrors } from './lib/error-reporter.ts';
import { watchLeaving } from './lib/leaving.ts';
import { printedPictures, printedRoot, readPageState } from './startup/printed-page.ts';
import { scrollSmoothlyToAnchors } from './startup/smooth-anchors.ts';
import { yieldToBrowser } from './startup/yield-to-browser.ts';
import { applyChosenLanguage } from './navigation/apply-chosen-language.ts';
import { createBrowserNavigator } from './navigation/browser-navigator.ts';
import { openSentVisit, type PageState } from './page-state.ts';
import { findRoute, notFoundRoute } from './routes.ts';
import { createLanguage } from './stores/language.ts';
import { createSite, createSiteState } from './stores/site.ts';

/** The share of visitors whose browsers report how fast the page was. */
const vitalsShare = 0.1;

interface StartOptions {
  /** Called immediately before React adds its event listeners. */
  beforeHydration(): void;
  /** Resolves when the visitor begins to use the page. */
  activity: Promise<void>;
}

/** Reads the state; reports a document that the connection has cut off before the end of its state, and throws. */
function readArrivedState(): PageState {
  try {
    return readPageState();
  } catch (error) {
    const route = findRoute(location.pathname)?.route.name ?? notFoundRoute.name;
    sendBrowserError({ kind: 'chunk', route, name: 'IncompleteDocument' });
    throw error;
  }
}

/** Hydrates the page that the server has sent; resolves when links and forms are handled by scripts. */
export async function start({ beforeHydration, activity }: StartOptions): Promise<void> {
  const state = readArrivedState();
  const { origin } = location;
  let routeName = () => state.route;
  const reportError = createReportError({ origin, routeName: () => routeName(), send: sendBrowserError });
  watchErrors(reportError, origin);
  // entry.ts calls this function too, but in a copy: the entry is a separate bundle.
  watchLeaving();

  const api = createBrowserApi({ reportError });
  const visit = await openSentVisit(state, api);
  const language = createLanguage(state.language);
  let onHydrated = () => {};
  const hydrated = new Promise<void>((resolve) => {
    onHydrated = resolve;
  });
  const pictures = printedPictures();
  const pictureSrc = (address: string) => pictures.get(address) ?? address;
  const siteState = createSiteState(visit);
  const site = createSite(siteState, {
    api,
    googleMap: state.googleMap,
    payments: state.payments,
    takesComments: state.takesComments,
    iconHref: (name) => (document.getElementById(inlineId(name)) ? `#${inlineId(name)}` : spriteHref(name)),
    pictureSrc,
    onHydrated,
    reportError,
    navigator: createBrowserNavigator(siteState, { state, language, pictureSrc, reportError }),
  });
  routeName = () => site.visit.peek().route.name;

  await yieldToBrowser();
  // React renders a transition in slices, so typing and scrolling are not delayed.
  startTransition(() => {
    beforeHydration();
    hydrateRoot(printedRoot(), <App site={site} />, rootErrorHandlers(reportError));
  });
  await hydrated;
  scrollSmoothlyToAnchors();
  if (Math.random() < vitalsShare) {
    activity
      .then(() => import('./startup/vitals.ts'))
      .then(({ watchVitals }) => watchVitals({ route: state.route, language: state.language }))
      .catch((error: unknown) => reportError('caught', error));
  }
  const applyLanguage = () => applyChosenLanguage(site.navigator, language);
  await applyLanguage();
  // A page in the back/forward cache gets no event when another tab chooses a language.
  addEventListener('pageshow', () => void applyLanguage());
  document.documentElement.dataset['ready'] = '';
}
