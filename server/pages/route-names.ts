import { allRoutes } from '#client/routes.ts';

/** The names of all pages, the error pages included: the labels in metrics, and the names that reports may have. */
export const routeNames: ReadonlySet<string> = new Set(allRoutes().map(({ name }) => name));
