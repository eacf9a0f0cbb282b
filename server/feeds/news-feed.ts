import { encodePart } from '#shared/address.ts';
import { articlePicture } from '#shared/article-head.ts';
import { articlePath } from '#shared/article-path.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { pageUrl } from '#shared/head.ts';
import { languages, localized, type Language } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { company, companyDetails } from '#shared/company.ts';
import { html, raw, type Markup } from '#server/lib/html.ts';
import { xml } from '#server/lib/xml.ts';
import { describeArticle } from './catalogue.ts';

export interface FeedParts {
  origin: string;
  language: Language;
  title: string;
  description: string;
  /** The heading of the section with the company's own view. */
  ourView: string;
  /** The name of a category in the language of the feed. */
  nameCategory: (category: string) => string;
  /** The newest articles, as on the first page of the news. */
  news: NewsItem[];
}

/** An id that stays when the slug or the headline changes (RFC 4151). */
const stableId = (item: NewsItem, language: Language) =>
  `tag:${companyDetails.domain},2025:news/${encodePart(item.id)}/${language}`;

/** Makes the addresses in an article's HTML absolute, because feed readers show it outside this site. */
function toAbsolute(content: string, page: string): string {
  const { origin } = new URL(page);
  return content.replace(/<[^<>]+>/g, (tag) =>
    tag.replace(/ (href|src)="([/#][^"]*)"/g, (_, name: string, address: string) =>
      address.startsWith('#') ? ` ${name}="${page}${address}"` : ` ${name}="${origin}${address}"`,
    ),
  );
}

/** The whole article as HTML. */
function printArticle({ origin, language, ourView }: FeedParts, item: NewsItem): Markup {
  const article = describeArticle(language, item);
  const content = toAbsolute(article.content, pageUrl(origin, articlePath(item), language));
  return html`${raw(content)}${article.ourView && html`<h2>${ourView}</h2><p>${article.ourView}</p>`}`;
}

const authorOf = (item: NewsItem, language: Language) =>
  localized(language, item.author ?? item.source ?? company.name, item.author_uk);

/** The title of a feed; lists of readers do not show whose feed it is. */
const titleOf = (title: string) => `${company.name}: ${title}`;

function newestDate(news: NewsItem[]): Date | null {
  const times = news.map(({ date }) => Date.parse(date));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function printItem(parts: FeedParts, item: NewsItem): Markup {
  const { origin, language } = parts;
  const { headline, description } = describeArticle(language, item);
  return xml`<item><title>${toSingleLine(headline)}</title>
<link>${pageUrl(origin, articlePath(item), language)}</link>
<guid isPermaLink="false">${stableId(item, language)}</guid>
<pubDate>${new Date(item.date).toUTCString()}</pubDate>
<dc:creator>${authorOf(item, language)}</dc:creator>
<category>${parts.nameCategory(item.category)}</category>
<description>${toSingleLine(description)}</description>
<content:encoded>${printArticle(parts, item)}</content:encoded></item>
`;
}

/** RSS 2.0 with full texts. */
export function printRss(parts: FeedParts): string {
  const { origin, language, title, description, news } = parts;
  const newest = newestDate(news);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>${titleOf(title)}</title>
<link>${pageUrl(origin, '/news', language)}</link>
<description>${description}</description>
<language>${languages[language].html}</language>
${newest && xml`<lastBuildDate>${newest.toUTCString()}</lastBuildDate>`}
<atom:link rel="self" type="application/rss+xml" href="${origin}/feed/${language}.xml"/>
${news.map((item) => printItem(parts, item))}</channel>
</rss>
`.toString();
}

/** JSON Feed 1.1 with full texts. */
export function printJsonFeed(parts: FeedParts): string {
  const { origin, language, title, description, news } = parts;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(title),
    description,
    home_page_url: pageUrl(origin, '/news', language),
    feed_url: `${origin}/feed/${language}.json`,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/favicon.ico`,
    language: languages[language].html,
    authors: [{ name: company.name, url: origin }],
    items: news.map((item) => {
      const { headline, description: summary } = describeArticle(language, item);
      return {
        id: stableId(item, language),
        url: pageUrl(origin, articlePath(item), language),
        title: toSingleLine(headline),
        summary: toSingleLine(summary),
        content_html: printArticle(parts, item).toString(),
        image: new URL(articlePicture(item.slug, language), origin).href,
        date_published: new Date(item.date).toISOString(),
        authors: [{ name: authorOf(item, language) }],
        tags: [parts.nameCategory(item.category)],
        language: languages[language].html,
      };
    }),
  };
  return `${JSON.stringify(feed)}\n`;
}
