import type { PageHref } from '../routes.ts';

/** The pages of the menu "About", which the top bar and the mobile menu share. */
export const companyPages = [
  { href: '/about', key: 'company' },
  { href: '/team', key: 'team' },
  { href: '/apps', key: 'products' },
] as const;

/**
 * The value of `aria-current` for a link to `href` on the page `path`. It is `true` on a page whose path begins with the
 * path of the link: an article at /news/… for the link to /news.
 */
export const currentPage = (href: PageHref, path: string) =>
  href === path ? 'page' : path.startsWith(`${href}/`) || undefined;
