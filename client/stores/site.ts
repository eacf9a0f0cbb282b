import { signal, type Signal } from '@preact/signals-react';
import type { Api } from '#shared/api.ts';
import { spriteHref } from '#shared/icons.ts';
import type { Language } from '#shared/languages.ts';
import type { Visit } from '../visit.ts';
import { createToasts, type Toasts } from './toasts.ts';

export interface GoOptions {
  /** Takes the place of the current entry of the history. */
  replace?: boolean;
  /** Changes what the page lists and leaves the visitor's place on it. */
  stay?: boolean;
}

/** Moves between the site's pages without loading documents. */
export interface Navigator {
  /** Opens an address of the site; resolves when it is shown, overtaken or given up, and never rejects. */
  go(to: string, options?: GoOptions): Promise<void>;
  /** Loads a page's code and texts ahead of the click. */
  prefetch(href: string): void;
  /** Shows the page in a language and saves the choice; resolves when that is done or given up, and never rejects. */
  setLanguage(language: Language): Promise<void>;
  /** Ends what is in progress and stops listening. */
  dispose(): void;
}

/** What the navigator reads and changes. */
export interface SiteState {
  visit: Signal<Visit>;
  /** True while a navigation takes longer than a moment. */
  pending: Signal<boolean>;
  /** Read out by screen readers: the new page's title, in the new language. */
  announcement: Signal<string>;
  toasts: Toasts;
}

/** What one visitor's pages share. Made once a request on the server, once a tab in the browser. */
export interface Site extends SiteState {
  api: Api;
  /** The operator has a key for Google's map; without one the map is OpenStreetMap's. */
  googleMap: boolean;
  /** Whether a plan can be paid for here; otherwise it is bought by letter. */
  payments: boolean;
  /** Whether articles have a form for comments. */
  takesComments: boolean;
  navigator: Navigator;
  /** What an icon's `<use>` refers to. */
  iconHref(name: string): string;
  /** Called once React has taken over the page. */
  onHydrated(): void;
}

type SiteOptions = Partial<Pick<Site, 'googleMap' | 'payments' | 'takesComments' | 'iconHref' | 'onHydrated'>> & {
  createNavigator?(state: SiteState): Navigator;
};

/** Where no script navigates, links are plain links and the browser follows them. */
function createPlainNavigator(): Navigator {
  return {
    go: (to) => Promise.resolve(location.assign(to)),
    prefetch: () => undefined,
    setLanguage: () => Promise.resolve(),
    dispose: () => undefined,
  };
}

export function createSite(
  visit: Visit,
  api: Api,
  {
    googleMap = false,
    payments = true,
    takesComments = true,
    iconHref = spriteHref,
    onHydrated = () => undefined,
    createNavigator = createPlainNavigator,
  }: SiteOptions = {},
): Site {
  const state: SiteState = {
    visit: signal(visit),
    pending: signal(false),
    announcement: signal(''),
    toasts: createToasts(),
  };
  return { ...state, api, googleMap, payments, takesComments, iconHref, onHydrated, navigator: createNavigator(state) };
}
