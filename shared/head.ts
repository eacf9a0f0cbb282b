import { addressOf } from './address.ts';
import { languageNames, languages, otherLanguage, type Language } from './languages.ts';
import { ownPaths } from './own-paths.ts';
import { company } from './company.ts';
import { unbindWords } from './unbind-words.ts';

/** The title, the description and the other SEO settings of a page. */
export interface PageMeta {
  title: string;
  description: string;
  /** The title without the name of the company; missing where the title has none. */
  headline?: string;
  /** A path or address of a 1200 × 630 picture. */
  image?: string;
  imageAlt?: string;
  type?: 'website' | 'article';
  published?: string;
  modified?: string;
  author?: string;
  category?: string;
  keywords?: string[];
  /** Not to be indexed: checkout, errors and 404. */
  noindex?: boolean;
  /** The number of seconds after which a waiting page is loaded again without JavaScript. */
  refreshSeconds?: number;
  /** Query parameters that belong to the canonical address, such as a news category. */
  canonicalQuery?: Record<string, string>;
}

export interface HeadTag {
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

export interface HeadPlace {
  origin: string;
  path: string;
  language: Language;
}

// Machines compare and cut these texts: they read a non-breaking space or a word joiner as another character.
const named = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { name, content: unbindWords(content) },
});
const property = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: name, content: unbindWords(content) },
});
const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/**
 * The absolute address of a page. With a language it is the address that shows the page in that language to everybody.
 */
export function pageUrl(origin: string, path: string, language?: Language, query: Record<string, string> = {}): string {
  // As a relative address, the path of a missing page that begins with two slashes would name another site.
  const url = new URL(origin + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (language) url.searchParams.set('lang', language);
  return url.href;
}

function alternates(meta: PageMeta, at: HeadPlace): HeadTag[] {
  if (meta.noindex) return [];
  const href = (language?: Language) => pageUrl(at.origin, at.path, language, meta.canonicalQuery);
  return [
    link({ rel: 'canonical', href: href(at.language) }),
    ...languageNames.map((name) => link({ rel: 'alternate', hreflang: languages[name].html, href: href(name) })),
    link({ rel: 'alternate', hreflang: 'x-default', href: href() }),
  ];
}

/** Links to the feeds, and to the page as Markdown. */
function alternateFormats(meta: PageMeta, at: HeadPlace): HeadTag[] {
  const { language } = at;
  const feed = (type: string, pattern: typeof ownPaths.rssFeed | typeof ownPaths.jsonFeed) =>
    link({
      rel: 'alternate',
      type,
      title: `${company.name} · ${languages[language].label}`,
      href: new URL(addressOf(pattern, { language }), at.origin).href,
    });
  return [
    feed('application/rss+xml', ownPaths.rssFeed),
    feed('application/feed+json', ownPaths.jsonFeed),
    ...(meta.noindex
      ? []
      : [
          link({
            rel: 'alternate',
            type: 'text/markdown',
            href: pageUrl(at.origin, markdownPath(at.path), at.language),
          }),
        ]),
  ];
}

/** A title without the name of the company at its end. */
export function bareTitle(title: string): string {
  return title.split(' | ')[0] ?? title;
}

/** The path of a page as Markdown. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

function article(meta: PageMeta): HeadTag[] {
  if (meta.type !== 'article') return [];
  const fields = [
    ['article:published_time', meta.published],
    ['article:modified_time', meta.modified],
    ['article:author', meta.author],
    ['article:section', meta.category],
  ] as const;
  return fields.flatMap(([name, value]) => (value ? [property(name, value)] : []));
}

/** The tags of a page's head; the server prints them, and the browser applies them after navigation. */
export function headTags(meta: PageMeta, at: HeadPlace): HeadTag[] {
  const { openGraph } = languages[at.language];
  const image = meta.image ? new URL(meta.image, at.origin).href : undefined;
  return [
    named('description', meta.description),
    named('robots', meta.noindex ? 'noindex, follow' : 'index, follow'),
    ...(meta.keywords?.length ? [named('keywords', meta.keywords.join(', '))] : []),
    ...alternates(meta, at),
    ...alternateFormats(meta, at),
    property('og:site_name', company.name),
    property('og:type', meta.type ?? 'website'),
    property('og:title', meta.title),
    property('og:description', meta.description),
    property('og:url', pageUrl(at.origin, at.path, at.language, meta.canonicalQuery)),
    property('og:locale', openGraph),
    property('og:locale:alternate', languages[otherLanguage(at.language)].openGraph),
    ...article(meta),
    ...(image
      ? [
          property('og:image', image),
          property('og:image:type', image.endsWith('.jpg') ? 'image/jpeg' : 'image/png'),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', meta.imageAlt ?? meta.title),
          named('twitter:image', image),
          named('twitter:image:alt', meta.imageAlt ?? meta.title),
        ]
      : []),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', meta.title),
    named('twitter:description', meta.description),
  ];
}
