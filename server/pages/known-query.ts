import type { Route } from '#client/routes.ts';
import { isTopic } from '#shared/contact-limits.ts';
import { findPlan } from '#shared/plans.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { TextStore } from '../texts.ts';

export type KnownQuery = (route: Route, search: URLSearchParams) => boolean;

/**
 * Whether what a page reads of its query are values that it knows: only then its answer is worth keeping for others.
 * Anybody can make up any number of other values.
 */
export function createKnownQuery(texts: TextStore, newsRepository: NewsRepository): KnownQuery {
  const named = texts.area('en', 'news')['categories'] ?? {};
  const isKnown: Record<string, (value: string) => boolean> = {
    topic: isTopic,
    plan: (value) => findPlan(value) !== null,
    category: (value) => Object.hasOwn(named as object, value) || newsRepository.knownCategories().includes(value),
  };
  return (route, search) =>
    route.query.every((name) => {
      const value = search.get(name);
      return value === null || (isKnown[name]?.(value) ?? false);
    });
}
