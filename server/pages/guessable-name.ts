import { findRoute, type RouteMatch } from '#client/routes.ts';
import { parseCategory } from '#shared/list-parts.ts';

/**
 * The name in an address that a visitor may have made up and that calls the backend: a slug, an order or, where wanted,
 * a category. Null where there is none; an empty name calls nothing.
 */
export function guessableName(
  page: RouteMatch | null,
  { searchParams }: URL,
  { withCategory }: { withCategory: boolean },
): string | null {
  const name = page?.route.name;
  if (name === 'checkout') return searchParams.get('order') || null;
  if (name === 'news') return withCategory ? parseCategory(searchParams) : null;
  return page?.params['slug'] || null;
}

/** The slug or the order in an address. */
export const findGuessable = (address: URL) =>
  guessableName(findRoute(address.pathname), address, { withCategory: false });
