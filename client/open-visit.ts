import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { deferredValues } from './lib/await-deferred.ts';
import { loadPageModule } from './page-modules.ts';
import { errorRoute, findRoute, notFoundRoute, pickQuery, type Route, type RouteName } from './routes.ts';
import { isMissing, type Visit } from './visit.ts';

/** Loads the texts of a page, those of the layout included. A caller that aborts no longer waits for them. */
export type TextSource = (language: Language, routeName: RouteName, signal?: AbortSignal) => Promise<Texts>;

interface VisitTools {
  api: Api;
  texts: TextSource;
  /**
   * Loads the stylesheet of a page before the page is shown. Absent on the server, which links the stylesheet in the
   * head.
   */
  styles?(routeName: RouteName): Promise<unknown>;
  signal?: AbortSignal;
}

/** Opens a page that needs no data: the 404 page and the error page. */
async function openWithoutData(
  route: Route<string, RouteName>,
  status: number,
  address: URL,
  language: Language,
  tools: VisitTools,
): Promise<Visit> {
  const [{ page }, texts] = await Promise.all([
    loadPageModule(route.name),
    tools.texts(language, route.name, tools.signal),
    tools.styles?.(route.name),
  ]);
  return { status, route, page, path: address.pathname, search: '', params: {}, language, texts, data: null };
}

/** Opens the page of status 500. It has the address of the page that failed, and no data. */
export function openError(address: URL, language: Language, tools: VisitTools): Promise<Visit> {
  return openWithoutData(errorRoute, 500, address, language, tools);
}

/**
 * Turns an address into page, texts, data and status, on the server and in the browser. The server passes an Api that
 * calls the backend, the browser one that calls this site's /api. Only the path and the query of the address are read.
 */
export async function openVisit(address: URL, language: Language, tools: VisitTools): Promise<Visit> {
  const match = findRoute(address.pathname);
  if (!match) return openWithoutData(notFoundRoute, 404, address, language, tools);

  const { route, params } = match;
  const path = address.pathname;
  const search = pickQuery(route, address.searchParams);
  const [{ page, data }, texts] = await Promise.all([
    loadPageModule(route.name).then(async ({ page }) => {
      const context = { params, search: new URLSearchParams(search), api: tools.api };
      const loaded: Promise<unknown> = page.load ? page.load(context) : Promise.resolve(null);
      const data = await loaded;
      // Nothing of an aborted visit is shown, so its rejected promises must not count as unhandled errors.
      for (const value of deferredValues(data)) value.then(undefined, () => undefined);
      return { page, data };
    }),
    tools.texts(language, route.name, tools.signal),
    tools.styles?.(route.name),
  ]);
  const missing = isMissing({ page, data });
  if (missing && !page.Missing) return openWithoutData(notFoundRoute, 404, address, language, tools);
  return { status: missing ? 404 : 200, route, page, path, search, params, language, texts, data };
}
