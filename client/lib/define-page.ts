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
  /** Loads the code of islands that `load` answers: before the visit, where the visitor points at a link to it. */
  loadIslands?(): Promise<unknown>;
  /**
   * What is awaited here decides the status: null is a 404, before the first byte. A promise left inside the
   * result goes through <Deferred>: in place when it arrives in time, streamed when it does not.
   */
  load?(context: LoadContext): Promise<Data | null>;
  /** What differs from the page's line in the `seo` texts. */
  meta?(context: MetaContext<Data>): Partial<PageMeta>;
  /** Data that does not depend on the query: another filter of the same page shows it again without a change. */
  reusedData?: (keyof Data & string)[];
  Page: ComponentType<{ data: Data }>;
  /** Shown with status 404 when `load` answers null; without it the site's 404 page is shown. */
  Missing?: ComponentType;
}

// A table of pages holds pages of different data; `load` and `Page` of one page always agree.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyPage = PageDefinition<any>;

export function definePage<Data = null>(page: PageDefinition<Data>): PageDefinition<Data> {
  return page;
}
