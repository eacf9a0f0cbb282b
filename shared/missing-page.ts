/**
 * The path that stands for every address that does not exist: in the page cache, on the page itself and in visit
 * counts.
 */
export const missingPagePath = '/404';
