import { number, object, optional, nullable, refine, string, type, type Infer } from 'superstruct';
import { commentTextRules } from '../comment-text-rules.ts';
import { isArticleSlug, isNewsId } from '../news-paths.ts';
import { Moment } from './moment.ts';
import { ruledText } from './ruled-text.ts';

const maybe = optional(nullable(string()));

/** A news item as the backend sends it. Fields that are not listed here are passed on. */
export const NewsItem = type({
  id: refine(string(), 'id', isNewsId),
  headline: string(),
  headline_uk: maybe,
  description: string(),
  description_uk: maybe,
  content: string(),
  content_uk: maybe,
  our_view: maybe,
  our_view_uk: maybe,
  image: maybe,
  /** The name of the background that matches the colours of the picture. */
  sky: maybe,
  image_alt: maybe,
  image_alt_uk: maybe,
  date: Moment,
  slug: refine(string(), 'slug', isArticleSlug),
  category: string(),
  source: maybe,
  /** The name of the person who wrote it; without one the source, else the company, is the author. */
  author: maybe,
  author_uk: maybe,
});
export type NewsItem = Infer<typeof NewsItem>;

/** A news item in a list: lists are sent without the articles' bodies, which cards do not show. */
export type NewsSummary = Omit<NewsItem, 'content' | 'content_uk' | 'our_view' | 'our_view_uk'>;

export const Category = type({ name: string(), count: number() });
export type Category = Infer<typeof Category>;

export const Comment = type({ id: string(), author: string(), content: string(), date: Moment });
export type Comment = Infer<typeof Comment>;

/** A part of a list, and the number of entries of the whole list. */
export interface Part<Item> {
  items: Item[];
  total: number;
}

/** Each refinement is named after its message in locales/<language>/news.json. */
export const NewComment = object({
  author: ruledText(commentTextRules.author),
  content: ruledText(commentTextRules.content),
});
export type NewComment = Infer<typeof NewComment>;

/** A comment as the backend gets it. */
export const CommentCall = object({
  ...NewComment.schema,
  /** The value of the honeypot field, which people do not see. */
  honeypot: optional(string()),
});
export type CommentCall = Infer<typeof CommentCall>;
