import { createContext, use } from 'react';
import type { Language } from '#shared/languages.ts';
import type { AreaName, Locales } from '#shared/locales.ts';
import { createText, createTextOf, type Text } from '#shared/text.ts';
import type { Site } from '../stores/site.ts';
import type { Visit } from '../visit.ts';

/** Passed on by context: a module-level value would be shared by all visitors on the server. */
export const SiteContext = createContext<Site | null>(null);
export const VisitContext = createContext<Visit | null>(null);

function found<T>(value: T | null): T {
  if (value === null) throw new Error('rendered outside <App>');
  return value;
}

export const useSite = (): Site => found(use(SiteContext));
export const useVisit = (): Visit => found(use(VisitContext));
export const useLanguage = (): Language => useVisit().language;

/** One area of the page's texts, with the keys of its English file. */
export function useText<Area extends AreaName>(area: Area): Text<Locales[Area]> {
  const { texts, language } = useVisit();
  return createText(texts, language, area);
}

/** The same for components that several areas share; `Tree` is the shape that those areas have in common. */
export function useTextOf<Tree>(area: string): Text<Tree> {
  const { texts, language } = useVisit();
  return createTextOf<Tree>(texts, language, area);
}
