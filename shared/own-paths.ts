/**
 * The path patterns of this site's addresses that are not pages and that the client or the head of a page contains.
 * `server/endpoints.ts` has a row for each, which test/server/http/endpoints.test.ts checks.
 */
export const ownPaths = {
  news: '/api/news',
  featuredNews: '/api/news/featured',
  newsCategories: '/api/news/categories',
  newsItem: '/api/news/:slug',
  comments: '/api/news/:id/comments',
  contact: '/api/contact',
  trial: '/api/trial/start',
  invoice: '/api/monopay/invoice/create',
  order: '/api/orders',
  texts: '/texts/:version/:language/:route.json',
  errorReports: '/reports/errors',
  vitals: '/vitals',
  rssFeed: '/feed/:language.xml',
  jsonFeed: '/feed/:language.json',
  articlePreview: '/og/news/:file',
  /** The document that Google's map runs in; it exists where the operator has a key. */
  mapFrame: '/map',
} as const;

export type OwnPath = (typeof ownPaths)[keyof typeof ownPaths];
