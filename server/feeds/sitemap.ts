import { articlePath } from '#shared/article-path.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { pageUrl } from '#shared/head.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { publicPages } from './catalogue.ts';
import { element, emptyElement, xmlDeclaration } from './xml.ts';

interface Entry {
  path: string;
  /** ISO; left out where it is not known. */
  changed?: string;
}

/** A sitemap may list 50,000 addresses; every article has two. */
const mostArticles = 20_000;

function newest(dates: (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .map((date) => new Date(date).toISOString())
    .sort()
    .at(-1);
}

function printEntry(origin: string, { path, changed }: Entry): string {
  const alternate = (hreflang: string, href: string) =>
    emptyElement('xhtml:link', { rel: 'alternate', hreflang, href });
  const alternates = [
    ...languageNames.map((name) => alternate(languages[name].html, pageUrl(origin, path, name))),
    alternate('x-default', pageUrl(origin, path)),
  ].join('');
  const lastmod = changed ? element('lastmod', new Date(changed).toISOString()) : '';
  return languageNames
    .map((name) => `<url>${element('loc', pageUrl(origin, path, name))}${lastmod}${alternates}</url>\n`)
    .join('');
}

/** Every page and article, in both languages, each naming the other. */
export function printSitemap(origin: string, news: NewsItem[], pageDates: Record<string, string>): string {
  const articles = news.slice(0, mostArticles);
  const pages = publicPages.map(({ path, name }): Entry => ({
    path,
    changed: name === 'news' ? newest([pageDates[name], ...articles.map(({ date }) => date)]) : pageDates[name],
  }));
  const entries = [...pages, ...articles.map((item): Entry => ({ path: articlePath(item), changed: item.date }))];
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.map((entry) => printEntry(origin, entry)).join('')}</urlset>
`;
}
