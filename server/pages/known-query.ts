import { pickQuery, type Route } from '#client/routes.ts';
import { isTopic } from '#shared/contact-limits.ts';
import { findPlan } from '#shared/plans.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { TextStore } from '#server/texts.ts';

/**
 * The query that a shared page is rendered with: of the parameters that the page reads, those that are given. Values
 * that the page does not know become `-`, because anybody can make up any number of them. Null while it is not known
 * which values exist.
 */
export type NormaliseQuery = (route: Route, search: URLSearchParams) => string | null;

export const unknownValue = '-';

export function createNormaliseQuery(
  texts: TextStore,
  newsRepository: Pick<NewsRepository, 'knownCategories'>,
): NormaliseQuery {
  const named = texts.area('en', 'news')['categories'] ?? {};

  /** Undefined while the backend has not named its categories. */
  function isCategory(value: string): boolean | undefined {
    if (Object.hasOwn(named as object, value)) return true;
    const known = newsRepository.knownCategories();
    return known.length === 0 ? undefined : known.includes(value);
  }

  const isKnown: Record<string, (value: string) => boolean | undefined> = {
    topic: isTopic,
    plan: (value) => findPlan(value) !== null,
    category: isCategory,
  };

  return (route, search) => {
    const normalised = new URLSearchParams();
    for (const name of route.query) {
      const value = search.get(name);
      if (value === null) continue;
      const known = isKnown[name]?.(value);
      if (known === undefined) return null;
      normalised.set(name, known ? value : unknownValue);
    }
    return pickQuery(route, normalised);
  };
}
