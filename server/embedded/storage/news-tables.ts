import type { Generated } from 'kysely';

export interface NewsTable {
  id: string;
  slug: string;
  category: string;
  /** From when on it is shown, where it is published. */
  date: string;
  featured: number;
  /** The article as the calls answer it, in JSON: of the published version, or of the newest where none is. */
  item: string;
  state: Generated<NewsState>;
  /** The newest version in news_versions; 0 where there is none yet. */
  version: Generated<number>;
  /** The version that is published; null where none is, and where there are no versions yet. */
  shown_version: number | null;
  /** Whether it was shown once: other sites may have links to it. */
  slug_fixed: Generated<number>;
  /** When the newest version was saved; null where there is none. */
  edited: string | null;
  /** When visitors were shown something else of it, in milliseconds since 1970; greater with each change of any article. */
  changed: Generated<number>;
}

/** What is published is shown from its date on. `unpublished` was shown once. */
export type NewsState = 'draft' | 'published' | 'unpublished';

/** Everything that an editor has saved of an article. */
export interface NewsVersionsTable {
  news_id: string;
  /** From 1. */
  version: number;
  at: string;
  /** An e-mail address, or `command`; empty where nobody is known. */
  who: string;
  /** ArticleFields, in JSON. */
  fields: string;
}

/** Uploaded pictures, all WebP without metadata. */
export interface NewsPicturesTable {
  /** From the SHA-256 of `master`. */
  id: string;
  created: string;
  /** The whole picture, of which the others are cuts. */
  master: Uint8Array;
  wide: Uint8Array;
  card: Uint8Array;
}
