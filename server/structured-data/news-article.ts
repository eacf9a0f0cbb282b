import type { NewsArticle, Organization, Person } from 'schema-dts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { languages, localized, type Language } from '#shared/languages.ts';
import { clip, htmlToText, toSingleLine } from '#shared/plain-text.ts';
import { company } from '#shared/company.ts';
import type { Visit } from '#client/visit.ts';
import { organizationId } from './company.ts';
import type { PagePlace } from './page.ts';

/** The maximum length of a headline that search engines show. */
const headlineLength = 110;

export function articleOf({ route, data }: Visit): NewsItem | null {
  // The data of a visit has no type; `load` in client/pages/news-article.tsx returns the article as `item`, or null.
  return route.name === 'news-article' && data ? (data as { item: NewsItem }).item : null;
}

/** The author is a person when the article names one, else the source of the article, else the company. */
function authorOf(item: NewsItem, language: Language, origin: string): Person | Organization {
  if (item.author) return { '@type': 'Person', name: toSingleLine(localized(language, item.author, item.author_uk)) };
  if (item.source && item.source !== company.name) return { '@type': 'Organization', name: toSingleLine(item.source) };
  return { '@type': 'Organization', '@id': organizationId(origin), name: company.name, url: new URL('/', origin).href };
}

export function newsArticle({ origin, visit, meta, url }: PagePlace, item: NewsItem): NewsArticle {
  const { language } = visit;
  const absolute = (address: string) => new URL(address, origin).href;
  const pictures = [meta.image, item.image].filter((address) => typeof address === 'string');
  const published = new Date(item.date).toISOString();
  return {
    '@type': 'NewsArticle',
    '@id': `${url}#article`,
    headline: clip(toSingleLine(localized(language, item.headline, item.headline_uk)), headlineLength),
    description: meta.description,
    datePublished: published,
    dateModified: meta.modified ?? published,
    image: pictures.map(absolute),
    articleSection: item.category,
    wordCount: htmlToText(localized(language, item.content, item.content_uk)).split(/\s+/).length,
    inLanguage: languages[language].html,
    isAccessibleForFree: true,
    mainEntityOfPage: { '@id': `${url}#webpage` },
    author: authorOf(item, language, origin),
    publisher: { '@id': organizationId(origin) },
  };
}
