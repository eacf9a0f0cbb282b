import type { NewsArticle } from 'schema-dts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { languages, localized } from '#shared/languages.ts';
import { clip, htmlToText, toSingleLine } from '#shared/plain-text.ts';
import { site } from '#shared/site.ts';
import type { Visit } from '#client/visit.ts';
import { organizationId } from './company.ts';
import type { PagePlace } from './page.ts';

/** What search engines show of a headline. */
const headlineLength = 110;

export function articleOf({ route, data }: Visit): NewsItem | null {
  return route.name === 'news-article' && data ? (data as { item: NewsItem }).item : null;
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
    author:
      item.source && item.source !== site.company
        ? { '@type': 'Organization', name: toSingleLine(item.source) }
        : { '@type': 'Organization', '@id': organizationId(origin), name: site.company, url: absolute('/') },
    publisher: { '@id': organizationId(origin) },
  };
}
