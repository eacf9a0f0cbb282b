import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { unpackData, type PackedData } from './lib/deferred-value.ts';
import type { AnyPage } from './lib/define-page.ts';
import { allRoutes, notFoundRoute, type RouteName } from './routes.ts';
import type { SiteFeatures } from './stores/site.ts';
import type { FormState, Visit } from './visit.ts';

/** The state that the server prints into the page, so that the browser hydrates without a request. */
export interface PageState extends SiteFeatures {
  status: number;
  route: RouteName;
  /** The address of the page's script. */
  module: string;
  /** The address of the stylesheet that each page has in addition to the common one, by the name of the page. */
  pageStyles: Partial<Record<RouteName, string>>;
  search: string;
  params: Record<string, string>;
  language: Language;
  origin: string;
  textsVersion: string;
  texts: Texts;
  data: PackedData;
  postedForm?: FormState;
  requestId?: string;
}

/** Opens the visit that the server has rendered; rejects when the script of the page does not load. */
export async function openSentVisit(state: PageState, api: Api): Promise<Visit> {
  const { status, search, params, language, texts, postedForm, requestId } = state;
  // The server names a module of client/pages, each of which exports its page.
  const { page } = (await import(state.module)) as { page: AnyPage };
  const load = async (): Promise<unknown> => page.load?.({ params, search: new URLSearchParams(search), api });
  const data = unpackData(state.data, load);
  const route = allRoutes().find(({ name }) => name === state.route) ?? notFoundRoute;
  const path = location.pathname;
  const openedAt = Math.round(performance.timeOrigin);
  return { status, route, page, path, search, params, language, texts, data, postedForm, requestId, openedAt };
}
