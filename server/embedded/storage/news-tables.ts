import type { Generated } from 'kysely';

export interface NewsTable {
  id: string;
  slug: string;
  category: string;
  /** A published article is visible from this date on. */
  date: string;
  featured: number;
  /**
   * The article in JSON, as the API returns it. It is the published version, or the newest one if none is published.
   */
  item: string;
  state: Generated<NewsState>;
  /** The newest version in news_versions; 0 before the first one. */
  version: Generated<number>;
  /** The published version; null if none is published, or if there are no versions yet. */
  shown_version: number | null;
  /** Whether visitors have ever seen the article: other sites may link to it, so its slug must not change. */
  slug_fixed: Generated<number>;
  /** The time when the newest version was saved; null if there is none. */
  edited: string | null;
  /**
   * The time of the last visible change, in milliseconds since 1970. Each change of any article gets a greater value.
   */
  changed: Generated<number>;
}

/** A published article is visible from its date on. An `unpublished` one was visible before. */
export type NewsState = 'draft' | 'published' | 'unpublished';

/** One saved version of an article. */
export interface NewsVersionsTable {
  news_id: string;
  /** Versions count from 1. */
  version: number;
  at: string;
  /** An e-mail address, or `command`; empty if the author is unknown. */
  who: string;
  /** The value is ArticleFields in JSON. */
  fields: string;
}

/** Uploaded pictures are stored as WebP without metadata. */
export interface NewsPicturesTable {
  /** The id is derived from the SHA-256 of `master`. */
  id: string;
  created: string;
  /** The whole picture, from which the other two are cropped. */
  master: Uint8Array;
  wide: Uint8Array;
  card: Uint8Array;
}
