import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Comment, NewsItem, NewsSummary } from '#shared/contracts/news.ts';
import type { Language } from '#shared/languages.ts';
import { toSummary } from '#shared/news-summary.ts';
import { limitWhiteSpace, removeInvisible, toSingleLine } from '#shared/plain-text.ts';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { maxArticleLength, sanitizeArticle } from '#server/article-html/sanitizer.ts';

/** The total length of cached sanitised texts, in characters: more than the longest answer of the backend needs. */
const cachedCharacters = 8_000_000;
/** In characters; longer texts are cut, because each step of printing a page takes time in proportion to them. */
const maxLengths = { paragraph: 20_000, line: 2000 };

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

/**
 * Binds the words between tags. Code stays unchanged, and so do column headings: they must be able to wrap, so that a
 * table fits on a phone.
 */
const bindHtml = (html: string, bind: Transform) =>
  html.replace(/(<pre>.*?<\/pre>|<thead>.*?<\/thead>|<code>.*?<\/code>|<[^<>]*>)|[^<]+/gs, (text, markup?: string) =>
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
  });

/** The path on this site of the cover picture of an article; none if it has no cover. */
const coverOf = ({ image }: NewsSummary): string[] => (image ? [image] : []);

/** A cleaned article, and the paths of its pictures on this site. */
interface Cleaned<T> {
  item: T;
  pictures: string[];
}

interface NewsCleaner {
  item(item: NewsItem): Cleaned<NewsItem>;
  /** Cleans the fields that lists show; other fields are left out. */
  summary(item: NewsSummary): Cleaned<NewsSummary>;
  comment(comment: Comment): Comment;
}

interface CleanHtml {
  html: string;
  pictures: string[];
}

/** Creates a function that sanitises the text of an article and binds its words; it keeps the latest results. */
function createHtmlCleaner(mediaPath: MediaPath, onRefused: (reason: string) => void) {
  // The same article is part of many answers and is read again every few seconds; refused articles are cached as well.
  const cache = new LRUCache<string, CleanHtml>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ html }) => html.length + 100,
  });

  function sanitize(raw: string): CleanHtml {
    const pictures: string[] = [];
    const collect = (address: string) => {
      const path = mediaPath(address);
      if (path) pictures.push(path);
      return path;
    };
    try {
      // The parser closes the elements that are open at the cut.
      return { html: sanitizeArticle(raw.slice(0, maxArticleLength), collect), pictures };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      onRefused(error.message);
      return { html: '', pictures: [] };
    }
  }

  return (raw: string, language: Language): CleanHtml => {
    const key = `${language} ${hash('sha256', raw, 'base64')}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const { html, pictures } = sanitize(raw);
    const cleaned = { html: bindHtml(html, language === 'ua' ? bindUkrainian : bindNumbers), pictures };
    cache.set(key, cleaned);
    return cleaned;
  };
}

/**
 * Prepares the backend's texts for pages: sanitised, limited in length, and with Ukrainian typography. When the HTML of
 * an article is refused, `onRefused` is called with the reason and the article is shown without its body.
 */
export function createNewsCleaner(mediaPath: MediaPath, onRefused: (reason: string) => void = () => {}): NewsCleaner {
  const cleanSummary = createSummaryCleaner(mediaPath);
  const cleanHtml = createHtmlCleaner(mediaPath, onRefused);
  return {
    summary(raw) {
      // A backend may send all fields even for a summary.
      const item = cleanSummary(toSummary(raw));
      return { item, pictures: coverOf(item) };
    },
    item(raw) {
      const summary = cleanSummary(raw);
      const content = cleanHtml(raw.content, 'en');
      const ukrainian = raw.content_uk ? cleanHtml(raw.content_uk, 'ua') : null;
      const item = {
        ...raw,
        ...summary,
        our_view: optional(raw.our_view, toParagraphs),
        our_view_uk: optional(raw.our_view_uk, (text) => bindUkrainian(toParagraphs(text))),
        content: content.html,
        content_uk: ukrainian ? ukrainian.html : raw.content_uk,
      };
      return { item, pictures: [...coverOf(summary), ...content.pictures, ...(ukrainian?.pictures ?? [])] };
    },
    comment: (comment) => ({
      ...comment,
      author: toLine(comment.author),
      content: toParagraphs(comment.content),
      date: normaliseDate(comment.date),
    }),
  };
}
