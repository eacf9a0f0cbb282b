import { emptyArticle, emptyTexts, type ArticleFields } from '#server/embedded/news/article.ts';
import type { ArticleRow } from '#server/embedded/news/article-rows.ts';
import { createArticle } from '#server/embedded/news/articles.ts';
import type { Database } from '#server/embedded/storage/tables.ts';

/** An article with every field. */
export const wholeArticle: ArticleFields = {
  ...emptyArticle,
  slug: 'a-new-harbour',
  category: 'Technology',
  en: { ...emptyTexts, headline: 'A new harbour', description: 'What it needs.', content: 'It *needs* cranes.' },
  ua: { ...emptyTexts, headline: 'Новий порт', description: 'Що йому потрібно.', content: 'Йому *потрібні* крани.' },
};

export const editor = 'marta@obrii.example';

/** Stores a draft; the article has to be one that can be stored. */
export async function addArticle(
  database: Database,
  changes: Partial<ArticleFields> = {},
  now = Date.now(),
): Promise<ArticleRow> {
  const outcome = await createArticle(database, { ...wholeArticle, ...changes }, { who: editor, now });
  if (outcome.kind !== 'saved') throw new Error(`the article was not stored: ${outcome.kind}`);
  return outcome.row;
}
