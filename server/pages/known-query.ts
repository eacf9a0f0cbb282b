import { pickQuery, type RouteMatch } from '#client/routes.ts';
import { isTopic } from '#shared/contact-limits.ts';
import { readCategory, readPageNumber } from '#shared/list-parts.ts';
import { findPlan } from '#shared/plans.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { TextStore } from '#server/texts.ts';

/**
 * The query that a shared page is rendered with: of the parameters that the page reads, those that are given. Values
 * that the page does not know become `-`, because anybody can make up any number of them. Null while it is not known
 * which values exist.
 */
export type NormaliseQuery = (
  { route, params }: Pick<RouteMatch, 'route' | 'params'>,
  search: URLSearchParams,
) => string | null;

export const unknownValue = '-';

/** Where a value stands. */
interface At {
  /** The parameters before it, as the page is rendered with them. */
  normalised: URLSearchParams;
  slug: string;
}

/** The categories that have a name in the texts of the site. */
export const namedCategories = (texts: TextStore): string[] =>
  Object.keys(texts.area('en', 'news')['categories'] ?? {});

export function createNormaliseQuery(
  texts: TextStore,
  newsRepository: Pick<NewsRepository, 'knowsSlug' | 'knownCategories' | 'knownPages' | 'knownCommentPages'>,
): NormaliseQuery {
  const named = namedCategories(texts);

  /** Undefined while the backend has not named its categories. */
  function isCategory(value: string): boolean | undefined {
    if (named.includes(value)) return true;
    const known = newsRepository.knownCategories();
    return known.length === 0 ? undefined : known.includes(value);
  }

  /** Undefined while it is not known how many pages there are. */
  function isPageOf(pages: number | null, value: string): boolean | undefined {
    const page = readPageNumber(value);
    if (page === null) return false;
    return pages === null ? undefined : page <= pages;
  }

  /** The list of a category that nobody knows is empty: it has one page. */
  function isListPage(value: string, category: string | null): boolean | undefined {
    return isPageOf(category === unknownValue ? 1 : newsRepository.knownPages(category ?? undefined), value);
  }

  /** An article that was never read has any page: where it has none, what is missing is stored once. */
  function isCommentPage(value: string, slug: string): boolean | undefined {
    return newsRepository.knowsSlug(slug) ? isPageOf(newsRepository.knownCommentPages(slug), value) : true;
  }

  const isKnown: Record<string, (value: string, at: At) => boolean | undefined> = {
    topic: isTopic,
    plan: (value) => findPlan(value) !== null,
    category: isCategory,
    page: (value, { normalised }) => isListPage(value, readCategory(normalised)),
    comments: (value, { slug }) => isCommentPage(value, slug),
  };

  return ({ route, params }, search) => {
    const normalised = new URLSearchParams();
    const at = { normalised, slug: params['slug'] ?? '' };
    for (const name of route.query) {
      const value = search.get(name);
      if (value === null) continue;
      const known = isKnown[name]?.(value, at);
      if (known === undefined) return null;
      normalised.set(name, known ? value : unknownValue);
    }
    return pickQuery(route, normalised);
  };
}
