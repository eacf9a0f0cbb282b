import { LRUCache } from 'lru-cache';
import type { Comment, NewsItem } from '#shared/contracts/news.ts';
import { oneLine, visible } from '#shared/plain-text.ts';
import { glueShortWords } from '#shared/typography.ts';
import { createSanitizer } from './sanitizer.ts';

/** In characters. */
const sanitizedLength = 4_000_000;

const wholeMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** A moment that server, browser and checkers all read alike: with its zone, and no finer than milliseconds. */
function tidyDate(date: string): string {
  return wholeMoment.test(date) ? date : new Date(date).toISOString();
}

type Optional = string | null | undefined;

const line = (text: Optional) => (text ? oneLine(text) : text);
const ukrainianLine = (text: Optional) => (text ? glueShortWords(oneLine(text)) : text);

/** Words between tags; what is code stays as its author typed it. */
const glueHtml = (html: string) =>
  html.replace(/(<pre\b.*?<\/pre>|<code\b.*?<\/code>|<[^>]*>)|[^<]+/gs, (text, markup?: string) =>
    // A short word before a tag is glued to what is in the tag.
    markup === undefined ? glueShortWords(`${text}.`).slice(0, -1) : text,
  );

export interface NewsCleaner {
  item(item: NewsItem): NewsItem;
  comment(comment: Comment): Comment;
}

/** What the backend has written, made fit to be shown: sanitised, in one spelling, with Ukrainian set as the site's own texts are. */
export function createNewsCleaner(mediaPath: (address: string) => string | null): NewsCleaner {
  const sanitizeNow = createSanitizer(mediaPath);
  // The same article comes in many answers, and again every few seconds.
  const sanitized = new LRUCache<string, { html: string }>({
    maxSize: sanitizedLength,
    sizeCalculation: ({ html }, raw) => html.length + raw.length + 1,
  });

  function sanitize(raw: string): string {
    const known = sanitized.get(raw);
    if (known) return known.html;
    const html = sanitizeNow(raw);
    sanitized.set(raw, { html });
    return html;
  }

  return {
    item: (item) => ({
      ...item,
      // An article always has a name that can be read and followed.
      headline: oneLine(item.headline) || item.slug,
      headline_uk: ukrainianLine(item.headline_uk),
      description: oneLine(item.description),
      description_uk: ukrainianLine(item.description_uk),
      our_view: item.our_view ? visible(item.our_view) : item.our_view,
      our_view_uk: item.our_view_uk ? glueShortWords(visible(item.our_view_uk)) : item.our_view_uk,
      image_alt: line(item.image_alt),
      image_alt_uk: line(item.image_alt_uk),
      category: oneLine(item.category),
      source: line(item.source),
      date: tidyDate(item.date),
      image: item.image ? mediaPath(item.image) : null,
      image_wide: item.image_wide ? mediaPath(item.image_wide) : null,
      content: sanitize(item.content),
      content_uk: item.content_uk ? glueHtml(sanitize(item.content_uk)) : item.content_uk,
    }),
    comment: (comment) => ({
      ...comment,
      author: oneLine(comment.author),
      content: visible(comment.content),
      date: tidyDate(comment.date),
    }),
  };
}
