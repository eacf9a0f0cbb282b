import type { Api } from '#shared/api.ts';
import { bareTitle, type PageMeta } from '#shared/head.ts';
import type { Language } from '#shared/languages.ts';
import { createText, type Texts } from '#shared/text.ts';
import { asset } from '#shared/asset.ts';
import { layoutParts } from './layout/parts.ts';
import type { AnyPage } from './lib/define-page.ts';
import { failed, findRoute, notFound, pickQuery, type Route } from './routes.ts';

/** What a form posted without JavaScript is shown again with. */
export interface FormState {
  values: Record<string, string>;
  /** Message keys by field; `form` is an error of the whole form. */
  errors: Record<string, string>;
  /** A ready text for the whole form, such as the backend's own words. */
  message?: string;
}

/** An address, opened: everything that is needed to render it in one language. */
export interface Visit {
  status: number;
  route: Route;
  page: AnyPage;
  path: string;
  search: string;
  params: Record<string, string>;
  language: Language;
  texts: Texts;
  data: unknown;
  form?: FormState;
  requestId?: string;
}

/** Gives the texts of a page, the layout's included. */
export type TextSource = (language: Language, routeName: string) => Promise<Texts>;

export interface VisitTools {
  api: Api;
  texts: TextSource;
}

/** A page is rendered anew only with its parts, and what stands around it, at hand. */
export async function openParts({ parts = [] }: AnyPage): Promise<void> {
  await Promise.all([...layoutParts, ...parts].map((part) => part.open()));
}

/** Opens a page that needs no data: the 404 page and the error page. */
async function openPlain(
  route: Route,
  status: number,
  address: URL,
  language: Language,
  tools: VisitTools,
): Promise<Visit> {
  const [{ page }, texts] = await Promise.all([route.open(), tools.texts(language, route.name)]);
  await openParts(page);
  return { status, route, page, path: address.pathname, search: '', params: {}, language, texts, data: null };
}

export function openError(address: URL, language: Language, tools: VisitTools): Promise<Visit> {
  return openPlain(failed, 500, address, language, tools);
}

/**
 * Turns an address into page, texts, data and status. The server calls it with an Api that speaks to the backend, the
 * browser with one that speaks to /api: there is no second loading path. Only the address's path and query are read.
 */
export async function openVisit(address: URL, language: Language, tools: VisitTools): Promise<Visit> {
  const match = findRoute(address.pathname);
  if (!match) return openPlain(notFound, 404, address, language, tools);

  const { route, params } = match;
  const path = address.pathname;
  const search = pickQuery(route, address.searchParams);
  const [{ page, data }, texts] = await Promise.all([
    route.open().then(async ({ page }) => {
      const context = { params, search: new URLSearchParams(search), api: tools.api };
      const loaded: Promise<unknown> = page.load ? page.load(context) : Promise.resolve(null);
      const [data] = await Promise.all([loaded, openParts(page)]);
      return { page, data };
    }),
    tools.texts(language, route.name),
  ]);
  const missing = page.load !== undefined && data === null;
  if (missing && !page.Missing) return openPlain(notFound, 404, address, language, tools);
  return { status: missing ? 404 : 200, route, page, path, search, params, language, texts, data };
}

/** The link preview that the build drew for a page; unbuilt pages share one. */
function pictureOf(texts: Texts, name: string): string {
  const line = texts['seo']?.[name];
  const image = typeof line === 'object' ? line['image'] : undefined;
  return typeof image === 'string' ? image : asset('social/og.jpg');
}

/** What the page says about itself: its line in the `seo` texts, and what the page adds to it. */
export function describe(visit: Visit): PageMeta {
  const { route, page, texts, language, data, status, search } = visit;
  const known = status === 404 ? notFound : route;
  const seo = createText<Record<string, { title: string; description: string }>>(texts, language, 'seo');
  const missing = page.load !== undefined && data === null;
  const own = missing ? undefined : page.meta?.({ data, language, texts, search: new URLSearchParams(search) });
  const title = own?.title ?? seo(`${known.name}.title`);
  const meta: PageMeta = {
    title,
    description: own?.description ?? seo(`${known.name}.description`),
    image: pictureOf(texts, known.name),
    imageAlt: createText<{ imageAlt: string }>(
      texts,
      language,
      'seo',
    )('imageAlt', { title: own?.headline ?? bareTitle(title) }),
    noindex: status >= 400 || route.hidden,
    ...own,
  };
  if (visit.form && Object.keys(visit.form.errors).length > 0) {
    meta.title = createText<{ errorTitle: string }>(texts, language, 'navbar')('errorTitle') + meta.title;
  }
  return meta;
}
