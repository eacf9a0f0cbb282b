/** The address of an article's page. */
export const articlePath = ({ slug }: { slug: string }): string => `/news/${encodeURIComponent(slug)}`;
