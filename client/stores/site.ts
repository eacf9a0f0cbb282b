import { signal, type Signal } from '@preact/signals-react';
import type { AroundNavHandler } from 'wouter';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import { spriteHref } from '#shared/icons.ts';
import type { Visit } from '../visit.ts';
import { createToasts, type Toasts } from './toasts.ts';

/** What one visitor's pages share. Made once a request on the server, once a tab in the browser. */
export interface Site {
  visit: Signal<Visit>;
  /** True while a navigation takes longer than a moment. */
  pending: Signal<boolean>;
  /** Read out by screen readers: the new page's title, the new language. */
  announcement: Signal<string>;
  toasts: Toasts;
  api: Api;
  /** The operator has a key for Google's map; without one the map is OpenStreetMap's. */
  googleMap: boolean;
  /** What an icon's `<use>` refers to. */
  iconHref(name: string): string;
  /** Called once React has taken over the page. */
  hydrated(): void;
  around: AroundNavHandler;
  prefetch(href: string): void;
  setLanguage(language: Language): Promise<void>;
}

/** A site that shows one visit; the browser replaces what moves (client/navigation.ts). */
export function createSite(
  visit: Visit,
  api: Api,
  { googleMap = false, iconHref = spriteHref }: Partial<Pick<Site, 'googleMap' | 'iconHref'>> = {},
): Site {
  return {
    visit: signal(visit),
    pending: signal(false),
    announcement: signal(''),
    toasts: createToasts(),
    api,
    googleMap,
    iconHref,
    hydrated: () => undefined,
    around: (navigate, to, options) => navigate(to, options),
    prefetch: () => undefined,
    setLanguage: () => Promise.resolve(),
  };
}
