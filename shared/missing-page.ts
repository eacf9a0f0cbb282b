/**
 * The path that stands for every address that does not exist: in the page cache, on the page itself and in the
 * counts of page views.
 */
export const missingPagePath = '/404';
