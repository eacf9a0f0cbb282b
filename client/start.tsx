import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { inlineId, spriteHref } from '#shared/icons.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { App } from './app.tsx';
import { layoutParts } from './layout/parts.ts';
import type { AnyPage } from './lib/define-page.ts';
import { onFirstActivity } from './lib/first-activity.ts';
import { createLateApi } from './lib/late-api.ts';
import { unpackData, type PackedData } from './lib/late.ts';
import { hereIn, leave } from './lib/leave.ts';
import type { Route, RouteName } from './routes.ts';
import { createLanguage } from './stores/language.ts';
import { createSite } from './stores/site.ts';
import type { FormState, Visit } from './visit.ts';

/** One visitor in ten tells how the page felt. */
const vitalsShare = 0.1;

/** What the server prints beside the page: see server/pages/shell.ts. */
export interface PageState {
  status: number;
  /** The page's line of the route table, and its module: a page that has just been sent does not need the whole table. */
  route: Route<string, RouteName>;
  module: string;
  search: string;
  params: Record<string, string>;
  language: Language;
  origin: string;
  textsVersion: string;
  texts: Texts;
  data: PackedData;
  form?: FormState;
  requestId?: string;
  googleMap: boolean;
}

function readState(): PageState {
  return JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
}

/** Lets the browser paint, and answer whoever is doing something already. */
function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}

/** Hydrates what the server has sent. What only a visitor who does something needs is loaded when one does. */
export async function start(): Promise<void> {
  const state = readState();
  const { language, status, texts, form, requestId, search, params } = state;
  const address = new URL(location.href);
  const { route } = state;
  const { page } = (await import(state.module)) as { page: AnyPage };

  const api = createLateApi();
  const reload = async (): Promise<unknown> => page.load?.({ params, search: new URLSearchParams(search), api });
  const visit: Visit = {
    status,
    route,
    page,
    search,
    params,
    language,
    texts,
    form,
    requestId,
    path: address.pathname,
    data: unpackData(state.data, reload),
  };

  const site = createSite(visit, api, {
    googleMap: state.googleMap,
    iconHref: (name) => (document.getElementById(inlineId(name)) ? `#${inlineId(name)}` : spriteHref(name)),
  });
  const languageStore = createLanguage(language);

  let moving: Promise<void> | undefined;
  /** Brings the navigation, which puts itself in the place of what stands below. */
  function move(): Promise<void> {
    moving ??= import('./navigation.ts')
      .then(({ startNavigation }) => {
        startNavigation(site, { api, language: languageStore, origin: state.origin, textsVersion: state.textsVersion });
      })
      .catch((error: unknown) => {
        moving = undefined;
        throw error;
      });
    return moving;
  }
  site.around = (navigate, to, options) => {
    move().then(
      () => site.around(navigate, to, options),
      () => leave(site, to),
    );
  };
  site.prefetch = (href) => {
    move().then(
      () => site.prefetch(href),
      () => undefined,
    );
  };
  site.setLanguage = (next) =>
    move().then(
      () => site.setLanguage(next),
      () => leave(site, hereIn(next)),
    );
  // Another tab has chosen a language.
  languageStore.language.subscribe((now) => {
    if (now !== language) move().catch(() => undefined);
  });
  addEventListener('popstate', ({ state: entry }: PopStateEvent) => {
    // A link to a part of this page comes here as well: that is the browser's own business.
    if (moving || location.pathname + location.search === address.pathname + address.search) return;
    move().then(
      () => {
        dispatchEvent(new PopStateEvent('popstate', { state: entry as unknown }));
      },
      () => leave(site),
    );
  });
  onFirstActivity(() => {
    move().catch(() => undefined);
    for (const part of [...layoutParts, ...(page.parts ?? [])]) part.open().catch(() => undefined);
    if (Math.random() < vitalsShare)
      import('./lib/vitals.ts').then(
        ({ watchVitals }) => watchVitals({ route: route.name, language }),
        () => undefined,
      );
  });

  const hydrated = new Promise<void>((resolve) => {
    site.hydrated = resolve;
  });
  await breathe();
  // A transition is worked off in slices: whoever types or scrolls meanwhile does not wait for it.
  startTransition(() => {
    hydrateRoot(document.getElementById('root') as HTMLElement, <App site={site} />);
  });
  await hydrated;

  // An address that names a language is a choice; otherwise an earlier choice wins over a lost cookie.
  const named = address.searchParams.get('lang');
  if (isLanguage(named)) languageStore.choose(named);
  const stored = languageStore.stored();
  if (stored && stored !== language && !isLanguage(named)) await site.setLanguage(stored);
  document.documentElement.dataset['ready'] = '';
}
