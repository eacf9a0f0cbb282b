import { articlePath } from '#shared/article-path.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { articlePicture } from '#shared/article-head.ts';
import { pageUrl } from '#shared/head.ts';
import { languages, type Language } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { site } from '#shared/site.ts';
import { describeArticle } from './catalogue.ts';
import { element, emptyElement, escapeXml, xmlDeclaration } from './xml.ts';

export interface FeedParts {
  origin: string;
  language: Language;
  title: string;
  description: string;
  /** The heading above the company's own word on an article. */
  ourView: string;
  news: NewsItem[];
}

const mostItems = 50;

/** Stays the same when an address or a headline changes (RFC 4151). */
const stableId = (item: NewsItem, language: Language) =>
  `tag:${site.domain},2025:news/${encodeURIComponent(item.id)}/${language}`;

/** Feed readers show an article away from this site: its addresses, in tags alone, must name it. */
function absolute(html: string, page: string): string {
  const { origin } = new URL(page);
  return html.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/ (href|src)="([/#][^"]*)"/g, (_, name: string, address: string) =>
      address.startsWith('#') ? ` ${name}="${page}${address}"` : ` ${name}="${origin}${address}"`,
    ),
  );
}

/** The whole article as HTML. */
function fullText({ origin, language, ourView }: FeedParts, item: NewsItem): string {
  const article = describeArticle(language, item);
  const view = article.ourView ? `<h2>${escapeXml(ourView)}</h2><p>${escapeXml(article.ourView)}</p>` : '';
  return absolute(article.content, pageUrl(origin, articlePath(item), language)) + view;
}

function newestDate(news: NewsItem[]): Date | null {
  const times = news.map(({ date }) => Date.parse(date));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function printItem(parts: FeedParts, item: NewsItem): string {
  const { origin, language } = parts;
  const { headline, description } = describeArticle(language, item);
  return [
    '<item>',
    element('title', toSingleLine(headline)),
    element('link', pageUrl(origin, articlePath(item), language)),
    element('guid', stableId(item, language), { isPermaLink: 'false' }),
    element('pubDate', new Date(item.date).toUTCString()),
    element('dc:creator', item.source ?? site.company),
    element('category', item.category),
    element('description', toSingleLine(description)),
    element('content:encoded', fullText(parts, item)),
    '</item>\n',
  ].join('');
}

/** RSS 2.0 with full texts. */
export function printRss(parts: FeedParts): string {
  const { origin, language, title, description, news } = parts;
  const items = news.slice(0, mostItems);
  const newest = newestDate(items);
  return [
    xmlDeclaration,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">\n<channel>',
    element('title', title),
    element('link', pageUrl(origin, '/news', language)),
    element('description', description),
    element('language', languages[language].html),
    newest ? element('lastBuildDate', newest.toUTCString()) : '',
    emptyElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${origin}/feed/${language}.xml` }),
    '\n',
    ...items.map((item) => printItem(parts, item)),
    '</channel>\n</rss>\n',
  ].join('');
}

/** JSON Feed 1.1 with full texts. */
export function printJsonFeed(parts: FeedParts): string {
  const { origin, language, title, description, news } = parts;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageUrl(origin, '/news', language),
    feed_url: `${origin}/feed/${language}.json`,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/favicon.ico`,
    language: languages[language].html,
    authors: [{ name: site.company, url: origin }],
    items: news.slice(0, mostItems).map((item) => {
      const { headline, description: summary } = describeArticle(language, item);
      return {
        id: stableId(item, language),
        url: pageUrl(origin, articlePath(item), language),
        title: toSingleLine(headline),
        summary: toSingleLine(summary),
        content_html: fullText(parts, item),
        image: new URL(articlePicture(item.slug, language), origin).href,
        date_published: new Date(item.date).toISOString(),
        authors: [{ name: item.source ?? site.company }],
        tags: [item.category],
        language: languages[language].html,
      };
    }),
  };
  return `${JSON.stringify(feed)}\n`;
}
