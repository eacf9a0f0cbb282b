import type { BreadcrumbList, FAQPage, ListItem, WebPage } from 'schema-dts';
import { bareTitle, pageUrl, type PageMeta } from '#shared/head.ts';
import { languages } from '#shared/languages.ts';
import { company } from '#shared/company.ts';
import { createText } from '#shared/text.ts';
import type { Visit } from '#client/visit.ts';
import { organizationId, websiteId } from './company.ts';
import type { Question } from './questions.ts';

export interface PagePlace {
  origin: string;
  visit: Visit;
  meta: PageMeta;
  /** The page's canonical address. */
  url: string;
}

const pageTypes: Record<string, 'AboutPage' | 'ContactPage' | 'CollectionPage' | 'CheckoutPage'> = {
  about: 'AboutPage',
  contacts: 'ContactPage',
  news: 'CollectionPage',
  apps: 'CollectionPage',
  checkout: 'CheckoutPage',
};

/** The page itself, as schema.org describes it. */
export function webPage({ origin, visit, meta, url }: PagePlace): WebPage {
  const { language, path, route } = visit;
  return {
    '@type': pageTypes[route.name] ?? 'WebPage',
    '@id': `${url}#webpage`,
    url,
    name: meta.title,
    description: meta.description,
    inLanguage: languages[language].html,
    isPartOf: { '@id': websiteId(origin) },
    about: { '@id': organizationId(origin) },
    ...(path === '/' ? {} : { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    ...(meta.image && {
      primaryImageOfPage: {
        '@type': 'ImageObject',
        url: new URL(meta.image, origin).href,
        width: '1200',
        height: '630',
      },
    }),
    ...(meta.published && { datePublished: meta.published, dateModified: meta.modified ?? meta.published }),
  };
}

/** The parent of a page, if it is not the home page: its path and its name in the menu. */
const parents: Record<string, { path: string; label: 'company' | 'products' | 'news' }> = {
  team: { path: '/about', label: 'company' },
  gitl: { path: '/apps', label: 'products' },
  'news-article': { path: '/news', label: 'news' },
};

/** The short name of a page: its headline, or its title up to the first colon. */
const shortName = ({ headline, title }: PageMeta) => headline ?? bareTitle(title).split(': ')[0] ?? title;

/** The breadcrumbs from the home page to the page; null for the home page itself. */
export function breadcrumbs({ origin, visit, meta, url }: PagePlace): BreadcrumbList | null {
  const { language, path, route, texts } = visit;
  if (path === '/') return null;
  const text = createText(texts, language, 'navbar');
  const parent = parents[route.name];
  const items = [
    { name: company.name, item: pageUrl(origin, '/', language) },
    ...(parent ? [{ name: text(parent.label), item: pageUrl(origin, parent.path, language) }] : []),
    { name: shortName(meta), item: url },
  ];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: items.map(({ name, item }, index): ListItem => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  };
}

export function questionsPage(url: string, questions: Question[]): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': `${url}#questions`,
    url,
    isPartOf: { '@id': `${url}#webpage` },
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
