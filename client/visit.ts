import { asset } from '#shared/asset.ts';
import { findConfirmation, type Confirmation } from '#shared/confirmations.ts';
import { bareTitle, type PageMeta } from '#shared/head.ts';
import type { Language } from '#shared/languages.ts';
import { createTextOf, type Texts } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import type { AnyPage } from './lib/define-page.ts';
import { notFoundRoute, type Route, type RouteName } from './routes.ts';

/** The state of a form that was posted without JavaScript and has to be shown again. */
export interface FormState {
  values: Record<string, string>;
  /** Message keys by field; `form` is an error of the whole form. */
  errors: Record<string, string>;
  /** A finished text for the whole form, such as the error text of the backend. */
  message?: string;
}

/** An opened address: everything that is needed to render it in one language. */
export interface Visit {
  status: number;
  route: Route<string, RouteName>;
  page: AnyPage;
  path: string;
  search: string;
  /** The query with which the page was opened, if it has been changed since. */
  openedSearch?: string;
  params: Record<string, string>;
  language: Language;
  texts: Texts;
  data: unknown;
  postedForm?: FormState;
  requestId?: string;
  /** When the document was opened, in ms since 1970; only in the visit that the server has rendered. */
  openedAt?: number;
  /** Set when the key is not path and query: see `instanceKeyOf`. */
  key?: string;
}

/**
 * Visits with the same key share one instance of their page and its state. Another path or another query means another
 * page; a filter of the same page reuses the key of that page.
 */
export const instanceKeyOf = ({ key, path, search }: Pick<Visit, 'key' | 'path' | 'search'>): string =>
  key ?? path + search;

/** Whether `load` of the page has found nothing at the address. */
export const isMissing = ({ page, data }: Pick<Visit, 'page' | 'data'>): boolean =>
  page.load !== undefined && data === null;

/** The texts of the head: one line for each page, and the sentence that describes a link preview. */
type SeoTexts = Record<RouteName, { title: string; description: string }> & { imageAlt: string };

/** The address of the link preview that the build has drawn for a page; pages of an unbuilt site share one. */
function pictureOf(texts: Texts, name: string): string {
  const line = texts['seo']?.[name];
  const image = typeof line === 'object' ? line['image'] : undefined;
  return typeof image === 'string' ? image : asset('social/og.jpg');
}

/** Whether a confirmation is announced by the title; the contact page has a title of its own for that. */
const hasDoneTitle = (confirmation?: Confirmation) => confirmation !== undefined && confirmation !== 'contact';

/** The head of a page: its line in the `seo` texts, completed by the page's own `meta`. */
export function pageMetaOf(visit: Visit): PageMeta {
  const { route, page, texts, language, data, status, postedForm } = visit;
  const search = new URLSearchParams(visit.search);
  const shown = status === 404 ? notFoundRoute : route;
  const seo = createTextOf<SeoTexts>(texts, language, 'seo');
  const own = isMissing(visit) ? undefined : page.meta?.({ data, language, texts, search });
  const title = own?.title ?? seo(`${shown.name}.title`);
  const meta: PageMeta = {
    title,
    description: own?.description ?? seo(`${shown.name}.description`),
    image: pictureOf(texts, shown.name),
    imageAlt: seo('imageAlt', { title: own?.headline ?? bareTitle(title) }),
    noindex: status >= 400 || route.hidden,
    ...own,
  };
  const navbar = createTextOf<{ errorTitle: string; doneTitle: string }>(texts, language, 'navbar');
  if (postedForm && Object.keys(postedForm.errors).length > 0) meta.title = navbar('errorTitle') + meta.title;
  else if (!postedForm && status === 200 && hasDoneTitle(findConfirmation(search)))
    meta.title = navbar('doneTitle') + meta.title;
  return { ...meta, title: unbindWords(meta.title) };
}
