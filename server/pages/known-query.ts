import { pickQuery, type QueryName, type RouteMatch } from '#client/routes.ts';
import { isTopic } from '#shared/contact-limits.ts';
import { parseCategory, parsePageNumber } from '#shared/list-parts.ts';
import { findPlan } from '#shared/plans.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';

/**
 * Returns the query with which a shared page is rendered: the given parameters that the page reads. Unknown values
 * become `-`, because anyone can make up any number of them. Null while it is not known which values exist.
 */
export type NormaliseQuery = (
  { route, params }: Pick<RouteMatch, 'route' | 'params'>,
  search: URLSearchParams,
) => string | null;

const unknownValue = '-';

/** The context of a value. */
interface ValueContext {
  /** The normalised parameters before this one. */
  normalised: URLSearchParams;
  slug: string;
}

/** Creates the function that reduces the query of a page to the values that the site knows. */
export function createNormaliseQuery(
  newsRepository: Pick<NewsRepository, 'knowsSlug' | 'knowsCategory' | 'knownPages' | 'knowsCommentPage'>,
): NormaliseQuery {
  /**
   * Until the number of pages is known, every page number is accepted. If the page turns out not to exist, its response
   * is the shared 404 page, so that invented page numbers add no cache entries. The list of an unknown category is empty,
   * so it has one page.
   */
  function isListPage(value: string, category: string | null): boolean {
    const page = parsePageNumber(value);
    const pages = category === unknownValue ? 1 : newsRepository.knownPages(category ?? undefined);
    return page !== null && (pages === null || page <= pages);
  }

  /**
   * A page of comments that does not exist is no 404, but shows the latest comments, so a number that may be made up has
   * no cache entry. Every page of an unknown article counts as existing: if the article does not exist, all its pages
   * share one stored 404.
   */
  function isCommentPage(value: string, slug: string): boolean | undefined {
    if (!newsRepository.knowsSlug(slug)) return true;
    const page = parsePageNumber(value);
    return page !== null && newsRepository.knowsCommentPage(slug, page);
  }

  const isKnown: Record<QueryName, (value: string, at: ValueContext) => boolean | undefined> = {
    topic: isTopic,
    plan: (value) => findPlan(value) !== null,
    category: newsRepository.knowsCategory,
    page: (value, { normalised }) => isListPage(value, parseCategory(normalised)),
    comments: (value, { slug }) => isCommentPage(value, slug),
  };

  return ({ route, params }, search) => {
    const normalised = new URLSearchParams();
    const at = { normalised, slug: params['slug'] ?? '' };
    for (const name of route.query) {
      const value = search.get(name);
      if (value === null) continue;
      const isValueKnown = isKnown[name](value, at);
      if (isValueKnown === undefined) return null;
      normalised.set(name, isValueKnown ? value : unknownValue);
    }
    return pickQuery(route, normalised);
  };
}
