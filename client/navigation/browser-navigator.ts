import { createBrowserApi } from '../lib/browser-api.ts';
import type { ReportError } from '../lib/error-reporter.ts';
import type { HasLeftSince } from '../lib/leaving.ts';
import { loadStylesheet } from '../lib/load-stylesheet.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { createTextSource } from './text-source.ts';
import { openVisit } from '../open-visit.ts';
import { loadPageModule } from '../page-modules.ts';
import type { PageState } from '../page-state.ts';
import type { RouteName } from '../routes.ts';
import type { LanguageStore } from '../stores/language.ts';
import { printedRoot } from '../startup/printed-page.ts';
import { storeTypedValues } from '../startup/remember-fields.ts';
import type { SiteNavigator, SiteState } from '../stores/site.ts';
import { createNavigator } from './navigator.ts';
import { createPageView } from './page-view.ts';
import { createScrollPositions } from './scroll-positions.ts';
import { createSessionHistory } from './session-history.ts';

/**
 * The maximum wait for the picture of a new head, which would seem empty at first, and for the fonts of another
 * language, whose texts would be shown in other letters at first.
 */
const maxWaitMs = 100;

function decodePicture(address: string): Promise<unknown> {
  const image = new Image();
  image.src = address;
  return waitAtMost(image.decode(), maxWaitMs);
}

/** Loads the files of both scripts: browsers load a file for a letter of its script. */
const loadFonts = () => waitAtMost(document.fonts.load("1em 'Obrii Wide', 'Obrii Text'", 'AЇ'), maxWaitMs);

interface Options {
  state: Pick<PageState, 'origin' | 'textsVersion' | 'pageStyles'>;
  language: LanguageStore;
  /** The `src` of a picture: see `Site`. */
  pictureSrc(address: string): string;
  reportError: ReportError;
  hasLeftSince: HasLeftSince;
}

/** Creates the navigator of a browser tab, which uses the window, the site's /api and the texts. */
export function createBrowserNavigator(site: SiteState, options: Options): SiteNavigator {
  const { state, language, pictureSrc, reportError, hasLeftSince } = options;
  const { texts, add } = createTextSource(state.textsVersion);
  const visit = site.visit.peek();
  add(visit.language, visit.route.name, visit.texts);
  const history = createSessionHistory(window);
  // A complete page has its styles in its HTML, so its scripts start even if the common stylesheet does not load. The
  // next page needs the common stylesheet, so that one is requested again.
  const styles = (name: RouteName) => {
    const addresses = printedRoot().dataset['styles']?.split(' ') ?? [];
    return Promise.all([addresses, state.pageStyles[name] ?? []].flat().map(loadStylesheet));
  };
  return createNavigator(site, {
    history,
    view: createPageView(state.origin),
    createScroll: (isShown) => createScrollPositions(history, isShown),
    async open(address, language, signal) {
      const tools = { api: createBrowserApi(signal), texts, styles, signal };
      const visit = await openVisit(address, language, tools);
      if (visit.page.art) await decodePicture(pictureSrc(visit.page.art));
      return visit;
    },
    texts,
    fonts: loadFonts,
    async loadPage(name) {
      const [{ page }] = await Promise.all([loadPageModule(name), styles(name)]);
      if (page.art) void decodePicture(pictureSrc(page.art));
      await page.loadIslands?.();
    },
    language,
    hasLeftSince,
    askServer: (address, signal) => fetch(address, { method: 'HEAD', signal: withTimeout(signal) }),
    storeTypedValues,
    reportFailure: (error) => reportError('caught', error),
  });
}
