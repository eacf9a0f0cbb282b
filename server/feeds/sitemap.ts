import { setImmediate } from 'node:timers/promises';
import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { pageUrl } from '#shared/head.ts';
import { languageNames, languages } from '#shared/languages.ts';
import type { Markup } from '#server/lib/html.ts';
import { xml } from '#server/lib/xml.ts';
import { publicPages } from './catalogue.ts';

interface Entry {
  path: string;
  /** ISO 8601; absent when it is not known. */
  changed?: string;
}

function newest(dates: (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .map((date) => new Date(date).toISOString())
    .sort()
    .at(-1);
}

function printEntry(origin: string, { path, changed }: Entry): Markup[] {
  const addresses = languageNames.map((name) => pageUrl(origin, path, name));
  const alternate = (hreflang: string, href: string) =>
    xml`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
  const alternates = [
    ...languageNames.map((name, position) => alternate(languages[name].html, addresses[position] ?? '')),
    alternate('x-default', pageUrl(origin, path)),
  ];
  const rest = xml`${changed && xml`<lastmod>${new Date(changed).toISOString()}</lastmod>`}${alternates}`;
  return addresses.map((address) => xml`<url><loc>${address}</loc>${rest}</url>\n`);
}

/** The number of entries that are printed without a pause; other requests are handled in the pauses. */
const entriesInARow = 200;

/** Every page and article in both languages, with links between the two languages. */
export async function printSitemap(
  origin: string,
  news: NewsSummary[],
  pageDates: Record<string, string>,
): Promise<string> {
  const pages = publicPages.map(({ path, name }): Entry => ({
    path,
    changed: name === 'news' ? newest([pageDates[name], ...news.map(({ date }) => date)]) : pageDates[name],
  }));
  const entries = [...pages, ...news.map((item): Entry => ({ path: articlePath(item), changed: item.date }))];
  const printed: Markup[] = [];
  for (const [position, entry] of entries.entries()) {
    if (position % entriesInARow === 0) await setImmediate();
    printed.push(...printEntry(origin, entry));
  }
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${printed}</urlset>
`.toString();
}
