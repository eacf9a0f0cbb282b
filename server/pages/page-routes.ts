import { allRoutes, findRoute } from '#client/routes.ts';

/** The names of all pages, the error pages included: the labels in metrics, and the names that reports may have. */
export const routeNames: ReadonlySet<string> = new Set(allRoutes().map(({ name }) => name));

/** Whether a page shows articles, so that a change of the news changes it. */
export const showsNews = (path: string): boolean => findRoute(path)?.route.showsNews === true;
