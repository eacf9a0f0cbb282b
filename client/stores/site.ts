import { signal, type Signal } from '@preact/signals-react';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import type { ReportError } from '../lib/error-reporter.ts';
import type { PageHref } from '../routes.ts';
import type { Visit } from '../visit.ts';
import { createToasts, type Toasts } from './toasts.ts';

export interface GoOptions {
  /**
   * Shows another part of a list in the same instance of its page. Scroll position and focus change only if the address
   * has a hash.
   */
  stay?: boolean;
  /**
   * If the current page was opened by a link on the page that the address leads to, goes back to that page, with its
   * scroll position and its query.
   */
  isBack?: boolean;
}

/** The values of query parameters by name. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

/** Shows other pages of the site without loading documents. */
export interface SiteNavigator {
  /**
   * Opens a page. Resolves when the page is shown, or when a newer navigation or a failure has ended this one; with
   * `isBack` it may resolve earlier. Never rejects.
   */
  go(to: PageHref, options?: GoOptions): Promise<void>;
  /** Loads the code and the texts of a page after a short delay, before a possible click. */
  prefetch(href: string): void;
  /** Cancels the prefetch whose delay has not ended; called when the pointer leaves the link. */
  cancelPrefetch(): void;
  /**
   * The address that was to be opened last; a new object for each navigation, and null without navigation by script.
   */
  target(): URL | null;
  /** Loads an address as a new document; calls `onStopped` if the loading is stopped or takes over 30 s. */
  loadDocument(to: string, onStopped: () => void): void;
  /**
   * Sets parameters in the address and in `visit.search`, in the same instance of the page; a parameter without values is
   * removed. Does nothing after Back, while the page of the address is still loading.
   */
  setParameters(parameters: Parameters): void;
  /**
   * Removes the result of a form that was posted without JavaScript, so that neither the title nor the address names it
   * any more.
   */
  removePostResult(): void;
  /** Shows the page in a language and saves the choice; resolves when both are done. Never rejects. */
  setLanguage(language: Language): Promise<void>;
}

/** The part of the site that the navigator reads and changes. */
export interface SiteState {
  visit: Signal<Visit>;
  /** True while a navigation takes longer than a moment. */
  pending: Signal<boolean>;
  /** The text of the live region for screen readers, such as the title of a new page. */
  announcement: Signal<string>;
  toasts: Toasts;
}

/** What the operator has turned on. */
export interface SiteFeatures {
  /** Whether the operator has a key for Google's map; otherwise the map is OpenStreetMap's. */
  googleMap: boolean;
  /** Whether plans can be paid for on this site; otherwise they are ordered by e-mail. */
  payments: boolean;
  /** Whether articles have a form for comments. */
  takesComments: boolean;
}

/** The state that the pages of one visitor share: one per request on the server, one per tab in the browser. */
export interface Site extends SiteState, SiteFeatures {
  api: Api;
  navigator: SiteNavigator;
  /** The `href` of an icon's `<use>`. */
  iconHref(name: string): string;
  /**
   * The `src` or `srcset` of a picture that visitors see first; the element must have the address as `data-address`,
   * right after it. The server prints such a picture into a complete page, so that it is painted with the text.
   */
  pictureSrc(address: string): string;
  /** Called once React has hydrated the page. */
  onHydrated(): void;
  /** Sends a report of an error to the server, once; does nothing where React renders on the server. */
  reportError: ReportError;
}

export type SiteParts = Omit<Site, keyof SiteState>;

/** The changing state of a tab, beginning with the page that was sent. */
export const createSiteState = (visit: Visit): SiteState => ({
  visit: signal(visit),
  pending: signal(false),
  announcement: signal(''),
  toasts: createToasts(),
});
