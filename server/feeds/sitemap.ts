import { articlePath } from '#shared/article-path.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { pageUrl } from '#shared/head.ts';
import { languageNames, languages } from '#shared/languages.ts';
import type { Markup } from '#server/html.ts';
import { publicPages } from './catalogue.ts';
import { xml } from './xml.ts';

interface Entry {
  path: string;
  /** ISO 8601; absent when nobody knows it. */
  changed?: string;
}

/** A sitemap may list 50,000 addresses; every article has two. */
const maxArticles = 20_000;

function newest(dates: (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .map((date) => new Date(date).toISOString())
    .sort()
    .at(-1);
}

function printEntry(origin: string, { path, changed }: Entry): Markup[] {
  const alternate = (hreflang: string, href: string) =>
    xml`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
  const alternates = [
    ...languageNames.map((name) => alternate(languages[name].html, pageUrl(origin, path, name))),
    alternate('x-default', pageUrl(origin, path)),
  ];
  const lastmod = changed && xml`<lastmod>${new Date(changed).toISOString()}</lastmod>`;
  return languageNames.map(
    (name) => xml`<url><loc>${pageUrl(origin, path, name)}</loc>${lastmod}${alternates}</url>\n`,
  );
}

/** Every page and article, in both languages, each naming the other. */
export function printSitemap(origin: string, news: NewsItem[], pageDates: Record<string, string>): string {
  const articles = news.slice(0, maxArticles);
  const pages = publicPages.map(({ path, name }): Entry => ({
    path,
    changed: name === 'news' ? newest([pageDates[name], ...articles.map(({ date }) => date)]) : pageDates[name],
  }));
  const entries = [...pages, ...articles.map((item): Entry => ({ path: articlePath(item), changed: item.date }))];
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.map((entry) => printEntry(origin, entry))}</urlset>
`.toString();
}
