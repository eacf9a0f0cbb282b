import { routes } from '#client/routes.ts';

/** The paths of pages that search engines may show, articles apart. */
export const publicPages = routes.filter(({ path, hidden }) => !hidden && !path.includes(':')).map(({ path }) => path);
