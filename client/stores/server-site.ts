import type { Api } from '#shared/api.ts';
import { spriteHref } from '#shared/icons.ts';
import type { Visit } from '../visit.ts';
import { createSiteState, type SiteNavigator, type Site, type SiteParts } from './site.ts';

/** Follows links as the browser does; prefetching and the choice of a language do nothing. */
const documentNavigator: SiteNavigator = {
  go: (to) => Promise.resolve(location.assign(to)),
  prefetch: () => undefined,
  cancelPrefetch: () => undefined,
  target: () => null,
  loadDocument: (to) => location.assign(to),
  setParameters: () => undefined,
  removePostResult: () => undefined,
  setLanguage: () => Promise.resolve(),
};

/** Creates the site of one request without navigation and error reports by script, as on the server. */
export function createServerSite(visit: Visit, api: Api, parts: Partial<SiteParts> = {}): Site {
  return {
    ...createSiteState(visit),
    api,
    googleMap: false,
    payments: true,
    takesComments: true,
    iconHref: spriteHref,
    pictureSrc: (address) => address,
    onHydrated: () => undefined,
    reportError: () => undefined,
    navigator: documentNavigator,
    ...parts,
  };
}
