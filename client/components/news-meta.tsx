import type { NewsSummary } from '#shared/contracts/news.ts';
import { formatDate } from '#shared/dates.ts';
import type { Sky } from '#shared/skies.ts';
import { useLanguage, useText } from '../lib/site-context.ts';

/** So that neighbours look different. */
const inTurn: readonly Sky[] = ['morning', 'dusk', 'rain', 'dawn', 'noon', 'night'];

/** The sky that goes with an item's picture; one that names none gets the next in turn. */
export function skyOf({ sky }: NewsSummary, position = 0): Sky {
  return inTurn.find((known) => known === sky) ?? (inTurn[position % inTurn.length] as Sky);
}

/** A category's name in the visitor's language; one that the texts do not know is shown as the backend calls it. */
export function useCategoryName(): (category: string) => string {
  const text = useText('news');
  return (category) => (isKnownCategory(category) ? text(`categories.${category}`) : category);
}

type KnownCategory = 'Technology' | 'General' | 'Security';

/** Categories that the texts have a name for. */
export function isKnownCategory(category: string): category is KnownCategory {
  return category === 'Technology' || category === 'General' || category === 'Security';
}

/** Category and date, as words for people and a time for machines. */
export function NewsMeta({ item }: { item: NewsSummary }) {
  const language = useLanguage();
  const categoryName = useCategoryName();
  return (
    <p className="meta">
      <span>{categoryName(item.category)}</span>
      <time dateTime={item.date}>{formatDate(language, item.date)}</time>
    </p>
  );
}
