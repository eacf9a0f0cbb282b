import { createBrowserApi } from '../lib/browser-api.ts';
import type { ReportError } from '../lib/error-reporter.ts';
import { hasLeftSince } from '../lib/leaving.ts';
import { loadStylesheet } from '../lib/load-stylesheet.ts';
import { createTextSource } from './text-source.ts';
import { openVisit } from '../open-visit.ts';
import { loadPageModule } from '../page-modules.ts';
import type { PageState } from '../page-state.ts';
import type { RouteName } from '../routes.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { SiteNavigator, SiteState } from '../stores/site.ts';
import { createNavigator } from './navigator.ts';
import { createPageView } from './page-view.ts';
import { createScrollPositions } from './scroll-positions.ts';
import { createSessionHistory } from './session-history.ts';

interface Options {
  state: Pick<PageState, 'origin' | 'textsVersion' | 'pageStyles'>;
  language: LanguageStore;
  reportError: ReportError;
}

/** Creates the navigator of a browser tab, which uses the window, the site's /api and the texts. */
export function createBrowserNavigator(site: SiteState, { state, language, reportError }: Options): SiteNavigator {
  const { texts, add } = createTextSource(state.textsVersion);
  const visit = site.visit.peek();
  add(visit.language, visit.route.name, visit.texts);
  const history = createSessionHistory(window);
  const styles = (name: RouteName) => {
    const address = state.pageStyles[name];
    return address ? loadStylesheet(address) : Promise.resolve();
  };
  return createNavigator(site, {
    history,
    view: createPageView(state.origin),
    createScroll: (isShown) => createScrollPositions(history, isShown),
    open: (address, language, signal) =>
      openVisit(address, language, { api: createBrowserApi({ signal, reportError }), texts, styles, signal }),
    texts,
    async loadPage(name) {
      const [{ page }] = await Promise.all([loadPageModule(name), styles(name)]);
      if (page.art) new Image().src = page.art;
      await page.loadIslands?.();
    },
    language,
    hasLeftSince,
    askServer: (address, signal) => fetch(address, { method: 'HEAD', signal }),
    reportFailure: (error) => reportError('caught', error),
  });
}
