/** Articles on one page of the list of news. */
export const newsPerPage = 24;
/** Comments on one page of an article. */
export const commentsPerPage = 50;
/** The maximum number of articles that lead the list of news. */
export const maxFeatured = 10;

/** A part of a list: at most `count` entries, the first of them at `from`, counted from 0. */
export interface ListPart {
  from: number;
  count: number;
}

/** The last entries of a list. */
export interface ListEnd {
  last: number;
}

/** A page of a list, counted from 1. */
export const partOfPage = (page: number, perPage: number): ListPart => ({ from: (page - 1) * perPage, count: perPage });

/** How many pages a list has; an empty list has one. */
export const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

/** The number of a page as it stands in an address; null for what is no number from 1 on. */
export const parsePageNumber = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;

/** The category in the address of the list of news; null, and `all`, mean every category. */
export function parseCategory(search: URLSearchParams): string | null {
  const category = search.get('category');
  return category && category !== 'all' ? category : null;
}
