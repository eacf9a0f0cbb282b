/** What a post is, for its rate limit: a message by /api and one from a page's form are of one kind. */
export const postKinds = ['comment', 'contact', 'activation', 'payment'] as const;
export type PostKind = (typeof postKinds)[number];

export interface Endpoint {
  /** Its name in metrics; a page's form has the name of its page. */
  name: string;
  path: RegExp;
  /** All that it answers, as `Allow` says it; left open where the routers decide. */
  methods?: string;
  posts?: PostKind;
  /** Its body may be as large as an attachment. */
  takesAttachment?: boolean;
}

/**
 * Every address that is more than a page to read, the first match counting (spec.md, section 7). Express takes capitals
 * and a slash at the end, so these do.
 */
const endpoints: readonly Endpoint[] = [
  { name: 'api-news', path: /^\/api\/news\/[^/]+\/comments\/?$/i, methods: 'GET, HEAD, POST', posts: 'comment' },
  { name: 'api-news', path: /^\/api\/news(\/[^/]+)?\/?$/i, methods: 'GET, HEAD' },
  { name: 'api-contact', path: /^\/api\/contact\/?$/i, methods: 'POST', posts: 'contact', takesAttachment: true },
  { name: 'api-trial', path: /^\/api\/trial\/start\/?$/i, methods: 'POST', posts: 'activation' },
  { name: 'api-invoice', path: /^\/api\/monopay\/invoice\/create\/?$/i, methods: 'POST', posts: 'activation' },
  { name: 'api-other', path: /^\/api(\/|$)/i },
  { name: 'news-article', path: /^\/news\/[^/]+\/?$/i, methods: 'GET, HEAD, POST', posts: 'comment' },
  {
    name: 'contacts',
    path: /^\/contacts\/?$/i,
    methods: 'GET, HEAD, POST',
    posts: 'contact',
    takesAttachment: true,
  },
  { name: 'gitl', path: /^\/gitl\/?$/i, methods: 'GET, HEAD, POST', posts: 'activation' },
  { name: 'sandbox', path: /^\/sandbox\/pay\/[^/]+\/?$/i, methods: 'GET, HEAD, POST', posts: 'payment' },
  { name: 'asset', path: /^\/(assets|static)\//i, methods: 'GET, HEAD' },
  { name: 'texts', path: /^\/texts\//i, methods: 'GET, HEAD' },
  { name: 'media', path: /^\/media\//i, methods: 'GET, HEAD' },
  { name: 'report', path: /^\/reports\/csp$/i, methods: 'POST' },
  { name: 'report', path: /^\/vitals$/i, methods: 'POST' },
  { name: 'feed', path: /^\/(feed|og)\//i, methods: 'GET, HEAD' },
  { name: 'feed', path: /^\/(robots\.txt|sitemap\.xml|llms\.txt)$|[^/]\.md$/i, methods: 'GET, HEAD' },
  { name: 'probe', path: /^\/(healthz|readyz)$/i, methods: 'GET, HEAD' },
  { name: 'probe', path: /^\/metrics$/i },
];

/** `path` without its query; undefined for a page that is only read, and for what does not exist. */
export function findEndpoint(path: string): Endpoint | undefined {
  // A router takes '//' for one slash at an end: no limit may be got around by it.
  const single = path.replace(/\/{2,}/g, '/');
  return endpoints.find((endpoint) => endpoint.path.test(single));
}

/** Whether a path is one of the calls rather than a page, which may begin alike: /api-systems-integration. */
export function isApi(path: string): boolean {
  return /^\/api(\/|\?|$)/i.test(path);
}
