import type { Language } from '#shared/languages.ts';
import type { TextTree } from '#shared/text.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { readAreas } from './locales.ts';

export interface Words {
  /** The area and the key, or the article and its field. */
  place: string;
  text: string;
}

export function leaves(tree: TextTree, path: string): Words[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ place: `${path}.${key}`, text: value }] : leaves(value, `${path}.${key}`),
  );
}

/** Every text of the locale files. */
export const written = (language: Language) =>
  Object.entries(readAreas(language)).flatMap(([area, tree]) => leaves(tree, area));

const articleFields = ['headline', 'description', 'content', 'our_view', 'image_alt'] as const;
/** The texts of the news that come with the site. */
export const articles = (language: Language): Words[] =>
  seedItems.flatMap((item) =>
    articleFields.map((field) => ({
      place: `news ${item.slug}.${field}`,
      text: (language === 'ua' ? item[`${field}_uk`] : item[field]) ?? '',
    })),
  );
