import { inlineId, spriteHref } from '#shared/icons.ts';
import { createBrowserApi } from '../lib/browser-api.ts';
import type { ReportError } from '../lib/error-reporter.ts';
import type { HasLeftSince } from '../lib/leaving.ts';
import { createBrowserNavigator } from '../navigation/browser-navigator.ts';
import { openSentVisit, type PageState } from '../page-state.ts';
import { printedPictures } from '../startup/printed-page.ts';
import type { LanguageStore } from './language.ts';
import { createSiteState, type Site } from './site.ts';

interface Options {
  language: LanguageStore;
  onHydrated(): void;
  reportError: ReportError;
  hasLeftSince: HasLeftSince;
}

/** Creates the site of this tab with the page that the server has sent; rejects when the page's code does not load. */
export async function openBrowserSite(state: PageState, options: Options): Promise<Site> {
  const { language, onHydrated, reportError, hasLeftSince } = options;
  const api = createBrowserApi();
  const siteState = createSiteState(await openSentVisit(state, api));
  const pictures = printedPictures();
  const pictureSrc = (address: string) => pictures.get(address) ?? address;
  return {
    ...siteState,
    api,
    googleMap: state.googleMap,
    payments: state.payments,
    takesComments: state.takesComments,
    iconHref: (name) => (document.getElementById(inlineId(name)) ? `#${inlineId(name)}` : spriteHref(name)),
    pictureSrc,
    onHydrated,
    reportError,
    navigator: createBrowserNavigator(siteState, { state, language, pictureSrc, reportError, hasLeftSince }),
  };
}
