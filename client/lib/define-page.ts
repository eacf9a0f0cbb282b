import type { ComponentType } from 'react';
import type { Api } from '#shared/api.ts';
import type { PageMeta } from '#shared/head.ts';
import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';

interface LoadContext {
  params: Record<string, string>;
  search: URLSearchParams;
  api: Api;
}

interface MetaContext<Data> {
  data: Data;
  language: Language;
  texts: Texts;
  search: URLSearchParams;
}

interface PageDefinition<Data> {
  /** The picture in the head, which is loaded when the visitor points at a link to the page. Read in browsers only. */
  art?: string;
  /**
   * Loads the code of islands that `load` returns: already before the page is opened, when the visitor points at a link
   * to it.
   */
  loadIslands?(): Promise<unknown>;
  /**
   * The awaited values decide the status: null is a 404, before the first byte. A promise inside the result is rendered
   * by <Deferred>: in place when it arrives in time, else streamed.
   */
  load?(context: LoadContext): Promise<Data | null>;
  /** The differences from the page's line in the `seo` texts. */
  meta?(context: MetaContext<Data>): Partial<PageMeta>;
  /** The members of the data that do not depend on the query: another filter of the same page reuses them. */
  reusedData?: (keyof Data & string)[];
  Page: ComponentType<{ data: Data }>;
  /** Shown with status 404 when `load` returns null; without it the 404 page of the site is shown. */
  Missing?: ComponentType;
}

// The table contains pages with different data types; `load` and `Page` of one page always have the same type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPage = PageDefinition<any>;

/** Returns the definition of a page unchanged, so that the types of its members are checked against its data. */
export function definePage<Data = null>(page: PageDefinition<Data>): PageDefinition<Data> {
  return page;
}
