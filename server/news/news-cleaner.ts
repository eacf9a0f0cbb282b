import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Comment, NewsItem, NewsSummary } from '#shared/contracts/news.ts';
import { toSummary } from '#shared/news-summary.ts';
import { limitWhiteSpace, removeInvisible, toSingleLine } from '#shared/plain-text.ts';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { createSanitizer } from '#server/article-html/sanitizer.ts';

/** The total length of cached sanitised texts, in characters: more than the longest answer of the backend needs. */
const cachedCharacters = 8_000_000;
/** In characters; longer texts are cut, because each step of printing a page takes time in proportion to them. */
const maxLengths = { article: 200_000, paragraph: 20_000, line: 2000 };

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/**
 * Converts a date to ISO with its time zone and at most milliseconds, which server, browser and validators parse in the
 * same way.
 */
function normaliseDate(date: string): string {
  return isoInstant.test(date) ? date : new Date(date).toISOString();
}

type Optional = string | null | undefined;
type Transform = (text: string) => string;

const toLine: Transform = (text) => toSingleLine(text.slice(0, maxLengths.line));
const toParagraphs: Transform = (text) => limitWhiteSpace(removeInvisible(text.slice(0, maxLengths.paragraph)));
const optional = (text: Optional, transform: Transform) => (text ? transform(text) : text);

const bindUkrainian: Transform = (text) => bindShortWords(bindNumbers(text));

/** Binds the words between tags; code is not changed. */
const bindHtml = (html: string, bind: Transform) =>
  html.replace(/(<pre>.*?<\/pre>|<code>.*?<\/code>|<[^<>]*>)|[^<]+/gs, (text, markup?: string) =>
    // The added full stop makes a short word before a tag bind to the content of the tag.
    markup === undefined ? bind(`${text}.`).slice(0, -1) : text,
  );

type MediaPath = (address: string) => string | null;

const toUkrainianLine: Transform = (text) => bindUkrainian(toLine(text));

/** Cleans the fields of an article that lists show. */
const createSummaryCleaner =
  (mediaPath: MediaPath) =>
  (item: NewsSummary): NewsSummary => ({
    ...item,
    // The headline is the text of links to the article: it must not be empty.
    headline: toLine(item.headline) || item.slug,
    headline_uk: optional(item.headline_uk, toUkrainianLine),
    description: toLine(item.description),
    description_uk: optional(item.description_uk, toUkrainianLine),
    image_alt: optional(item.image_alt, toLine),
    image_alt_uk: optional(item.image_alt_uk, toLine),
    category: toLine(item.category),
    source: optional(item.source, toLine),
    author: optional(item.author, toLine),
    author_uk: optional(item.author_uk, toLine),
    date: normaliseDate(item.date),
    image: item.image ? mediaPath(item.image) : null,
    image_wide: item.image_wide ? mediaPath(item.image_wide) : null,
  });

interface NewsCleaner {
  item(item: NewsItem): NewsItem;
  /** Cleans the fields that lists show; other fields are left out. */
  summary(item: NewsSummary): NewsSummary;
  comment(comment: Comment): Comment;
}

/**
 * Prepares the backend's texts for pages: sanitised, limited in length, and with Ukrainian typography. When the HTML of
 * an article is refused, `onRefused` is called with the reason and the article is shown without its body.
 */
export function createNewsCleaner(mediaPath: MediaPath, onRefused: (reason: string) => void = () => {}): NewsCleaner {
  let pictures: string[] = [];
  const sanitize = createSanitizer((address) => {
    pictures.push(address);
    return mediaPath(address);
  });
  const cleanSummary = createSummaryCleaner(mediaPath);
  // The same article is part of many answers and is read again every few seconds; refused articles are cached as well.
  const cache = new LRUCache<string, { html: string; pictures: string[] }>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ html }) => html.length + 100,
  });

  function sanitizeBounded(raw: string): string {
    try {
      // The parser closes the elements that are open at the cut.
      return sanitize(raw.slice(0, maxLengths.article));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      onRefused(error.message);
      return '';
    }
  }

  function toHtml(raw: string, language: 'en' | 'ua'): string {
    const key = `${language} ${createHash('sha256').update(raw).digest('base64')}`;
    const cached = cache.get(key);
    if (cached) {
      // The paths of the pictures are passed to `mediaPath` each time, because its caller collects them.
      cached.pictures.forEach(mediaPath);
      return cached.html;
    }
    pictures = [];
    const sanitized = sanitizeBounded(raw);
    const html = bindHtml(sanitized, language === 'ua' ? bindUkrainian : bindNumbers);
    cache.set(key, { html, pictures });
    return html;
  }

  return {
    // A backend may send all fields even for a summary.
    summary: (item) => cleanSummary(toSummary(item)),
    item: (item) => ({
      ...item,
      ...cleanSummary(item),
      our_view: optional(item.our_view, toParagraphs),
      our_view_uk: optional(item.our_view_uk, (text) => bindUkrainian(toParagraphs(text))),
      content: toHtml(item.content, 'en'),
      content_uk: optional(item.content_uk, (html) => toHtml(html, 'ua')),
    }),
    comment: (comment) => ({
      ...comment,
      author: toLine(comment.author),
      content: toParagraphs(comment.content),
      date: normaliseDate(comment.date),
    }),
  };
}
