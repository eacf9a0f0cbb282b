import type { NewsSummary } from '#shared/contracts/news.ts';
import { formatDate } from '#shared/dates.ts';
import { langOf, type Language } from '#shared/languages.ts';
import type { Sky } from '#shared/skies.ts';
import { useLanguage, useText } from '../lib/site-context.ts';

/** The colours of items that name none, in such an order that neighbours differ. */
const defaultSkies: readonly Sky[] = ['morning', 'dusk', 'rain', 'dawn', 'noon', 'night'];

/** The colours of an item: those that it names, or the default of its position in the list. */
export function skyOf({ sky }: NewsSummary, position = 0): Sky {
  return defaultSkies.find((known) => known === sky) ?? (defaultSkies[position % defaultSkies.length] as Sky);
}

/** The name of a category in the language of the page; without a translation it is the name that the backend uses. */
export function useCategoryName(): (category: string) => string {
  const text = useText('news');
  return (category) => (isKnownCategory(category) ? text(`categories.${category}`) : category);
}

/** Categories that the texts do not know are named as the backend names them, in English. */
export function categoryLanguage(language: Language, category: string): string | undefined {
  return isKnownCategory(category) ? undefined : langOf(language);
}

type KnownCategory = 'Technology' | 'General' | 'Security';

/** Whether the texts have a name for the category. */
export function isKnownCategory(category: string): category is KnownCategory {
  return category === 'Technology' || category === 'General' || category === 'Security';
}

/** The category and the date of an item, and on its own page who wrote it. */
export function NewsMeta({ item, author }: { item: NewsSummary; author?: string | null | undefined }) {
  const language = useLanguage();
  const text = useText('news');
  const categoryName = useCategoryName();
  return (
    <p className="meta">
      <span lang={categoryLanguage(language, item.category)}>{categoryName(item.category)}</span>
      <time dateTime={item.date}>{formatDate(language, item.date)}</time>
      {author && <span>{text('author', { author })}</span>}
    </p>
  );
}
