import type { Graph, Thing } from 'schema-dts';
import { pageUrl, type PageMeta } from '#shared/head.ts';
import { localized } from '#shared/languages.ts';
import type { Visit } from '#client/visit.ts';
import { articleOf, newsArticle } from './news-article.ts';
import { organization, website } from './company.ts';
import { application, service } from './offers.ts';
import { breadcrumbs, questionsPage, webPage, type PagePlace } from './page.ts';
import { people } from './people.ts';
import { readQuestions } from './questions.ts';

function articleParts(place: PagePlace): Thing[] {
  const { visit, url } = place;
  const item = articleOf(visit);
  if (!item) return [];
  const questions = readQuestions(item.slug, localized(visit.language, item.content, item.content_uk));
  return [newsArticle(place, item), ...(questions.length > 0 ? [questionsPage(url, questions)] : [])];
}

/**
 * The structured data of a page (schema.org): one graph whose parts refer to each other by `@id`; null for an error
 * page.
 */
export function structuredData(visit: Visit, meta: PageMeta, origin: string): Graph | null {
  if (visit.status >= 400) return null;
  const { language, path } = visit;
  const url = pageUrl(origin, path, language, meta.canonicalQuery);
  const place: PagePlace = { origin, visit, meta, url };
  const parts: (Thing | null)[] = [
    organization(origin, language),
    website(origin),
    webPage(place),
    breadcrumbs(place),
    service(place),
    application(place),
    ...people(place),
    ...articleParts(place),
  ];
  return { '@context': 'https://schema.org', '@graph': parts.filter((part) => part !== null) };
}
