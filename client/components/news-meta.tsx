import type { ReactNode } from 'react';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { formatDate } from '#shared/dates.ts';
import type { Locales } from '#shared/locales.ts';
import type { Sky } from '#shared/skies.ts';
import { hasText, type Texts } from '#shared/text.ts';
import { useLanguage, useText, useVisit } from '../lib/site-context.ts';
import { backendLanguage } from './backend-text.tsx';

/** The colours of items without colours of their own, ordered so that neighbours differ. */
const defaultSkies: readonly Sky[] = ['morning', 'dusk', 'rain', 'dawn', 'noon', 'night'];

/** The colours of an item: its own, or the default of its position in the list. */
export function skyOf({ sky }: NewsSummary, position = 0): Sky {
  // The remainder is a position of the list, which TypeScript cannot derive.
  return defaultSkies.find((known) => known === sky) ?? (defaultSkies[position % defaultSkies.length] as Sky);
}

type KnownCategory = keyof Locales['news']['categories'];

/** Whether the texts have a name for the category: `categories` in locales/<language>/news.json. */
export function isKnownCategory(texts: Texts, category: string): category is KnownCategory {
  return hasText(texts, 'news', `categories.${category}`);
}

/** A category's name in the language of the page; without a translation it is the backend's name. */
export function useCategory(): (category: string) => { name: string; lang?: string | undefined } {
  const { texts, language } = useVisit();
  const text = useText('news');
  return (category) =>
    isKnownCategory(texts, category)
      ? { name: text(`categories.${category}`) }
      : { name: category, lang: backendLanguage(category, language) };
}

/** The category and the date of an item, and on its own page who wrote it. */
export function NewsMeta({ item, author }: { item: NewsSummary; author?: ReactNode }) {
  const language = useLanguage();
  const text = useText('news');
  const category = useCategory()(item.category);
  const [before, after] = text('author').split('{author}');
  return (
    <p className="news-meta">
      <span lang={category.lang}>{category.name}</span>
      <time dateTime={item.date}>{formatDate(language, item.date)}</time>
      {author && (
        <span>
          {before}
          {author}
          {after}
        </span>
      )}
    </p>
  );
}
