import type { NewsItem, NewsSummary } from '#shared/contracts/news.ts';
import { bareTitle } from '#shared/head.ts';
import { localized, type Language } from '#shared/languages.ts';
import { createTextOf, type Texts } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { isKnownCategory } from '#client/components/news-meta.tsx';
import { routes, type Route } from '#client/routes.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';

type Seo = Record<string, { title: string; description: string }>;

/** The pages that search engines may list, without articles. */
export const publicPages: readonly Route[] = routes.filter(({ path, hidden }) => !hidden && !path.includes(':'));

/** Title and description of a page, from the `seo` texts. */
export function describePage(
  texts: TextStore,
  language: Language,
  routeName: string,
): { title: string; description: string } {
  const seo = createTextOf<Seo>({ seo: texts.area(language, 'seo') }, language, 'seo');
  return {
    title: unbindWords(bareTitle(seo(`${routeName}.title`))),
    description: unbindWords(seo(`${routeName}.description`)),
  };
}

/** Returns a function that names a category in a language; a category without a translation has the backend's name. */
export function createCategoryNames(store: TextStore, language: Language): (category: string) => string {
  const texts: Texts = { news: store.area(language, 'news') };
  const text = areaText(store, language, 'news');
  return (category) => (isKnownCategory(texts, category) ? unbindWords(text(`categories.${category}`)) : category);
}

/** The fields of an article that lists show, in one language. */
export function describeSummary(language: Language, item: NewsSummary) {
  return {
    headline: unbindWords(localized(language, item.headline, item.headline_uk)),
    description: unbindWords(localized(language, item.description, item.description_uk)),
  };
}

/** An article in one language. */
export function describeArticle(language: Language, item: NewsItem) {
  return {
    ...describeSummary(language, item),
    content: localized(language, item.content, item.content_uk),
    ourView: localized(language, item.our_view ?? '', item.our_view_uk),
  };
}
