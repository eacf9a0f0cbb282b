import { findRoute, type RouteMatch } from '#client/routes.ts';
import { parseCategory } from '#shared/list-parts.ts';
import type { GuessableName } from '#server/http/rate-limits.ts';

interface Options {
  /** The page of the address; it is looked up if it is not given. */
  page?: RouteMatch | null;
  /** Whether the category is read from the backend, too. */
  withCategory?: boolean;
}

/**
 * The name in the address of a page that a visitor may have made up and that calls the backend: a slug, an order or,
 * where wanted, a category. Null where there is none; an empty name calls nothing.
 */
export function findGuessable(
  { pathname, searchParams }: URL,
  { page = findRoute(pathname), withCategory = false }: Options = {},
): GuessableName | null {
  const named = (kind: GuessableName['kind'], name: string | null | undefined) => (name ? { kind, name } : null);
  const routeName = page?.route.name;
  if (routeName === 'checkout') return named('order', searchParams.get('order'));
  if (routeName === 'news') return withCategory ? named('category', parseCategory(searchParams)) : null;
  return named('slug', page?.params['slug']);
}
