import { hydrateRoot } from 'react-dom/client';
import { isLanguage, type Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { App } from './app.tsx';
import { createBrowserApi } from './lib/browser-api.ts';
import { unpackData, type PackedData } from './lib/late.ts';
import { createTextSource } from './lib/text-source.ts';
import { startNavigation } from './navigation.ts';
import { failed, findRoute, notFound, pickQuery } from './routes.ts';
import { createLanguage } from './stores/language.ts';
import { createSite } from './stores/site.ts';
import type { FormState, Visit } from './visit.ts';

/** What the server prints beside the page: see server/shell.ts. */
export interface PageState {
  status: number;
  route: string;
  language: Language;
  origin: string;
  textsVersion: string;
  texts: Texts;
  data: PackedData;
  form?: FormState;
  requestId?: string;
  mapsApiKey?: string;
}

function readState(): PageState {
  return JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
}

async function start(): Promise<void> {
  const state = readState();
  const { language, status, texts, form, requestId } = state;
  const address = new URL(location.href);
  const match = findRoute(address.pathname);
  const route = [notFound, failed].find(({ name }) => name === state.route) ?? match?.route ?? notFound;
  const { page } = await route.open();

  const api = createBrowserApi();
  const textSource = createTextSource(state.textsVersion);
  textSource.keep(language, route.name, texts);
  const params = match?.params ?? {};
  const reload = async (): Promise<unknown> => page.load?.({ params, search: address.searchParams, api });
  const visit: Visit = {
    status, route, page, params, language, texts, form, requestId,
    path: address.pathname,
    search: pickQuery(route, address.searchParams),
    data: unpackData(state.data, reload),
  };

  const site = createSite(visit, api, { mapsApiKey: state.mapsApiKey });
  const languageStore = createLanguage(language);
  startNavigation(site, { api, texts: textSource.source, origin: state.origin, language: languageStore });
  hydrateRoot(document.getElementById('root') as HTMLElement, <App site={site} />);

  // An address that names a language is a choice; otherwise an earlier choice wins over a lost cookie.
  const named = address.searchParams.get('lang');
  if (isLanguage(named)) languageStore.choose(named);
  const stored = languageStore.stored();
  if (stored && stored !== language && !isLanguage(named)) await site.setLanguage(stored);
  document.documentElement.dataset['ready'] = '';
}

await start();
