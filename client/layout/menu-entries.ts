import type { PageHref } from '../routes.ts';

/** The pages of the menu "About", which the top bar and the mobile menu share. */
export const companyPages = [
  { href: '/about', key: 'company' },
  { href: '/team', key: 'team' },
  { href: '/apps', key: 'products' },
] as const;

/**
 * The value of `aria-current` for a link on the page `path`: `true` where the path continues that of the link, as the
 * path of an article continues that of News.
 */
export const currentPage = (href: PageHref, path: string) =>
  href === path ? 'page' : path.startsWith(`${href}/`) || undefined;
