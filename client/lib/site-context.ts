import { createContext, use } from 'react';
import type { Language } from '#shared/languages.ts';
import type { AreaName, Locales } from '#shared/locales.ts';
import { createText, createTextOf, type Text } from '#shared/text.ts';
import type { Site } from '../stores/site.ts';
import type { Visit } from '../visit.ts';

/** A context, because all visitors would share a module-level value on the server. */
export const SiteContext = createContext<Site | null>(null);
export const VisitContext = createContext<Visit | null>(null);

function found<T>(value: T | null): T {
  if (value === null) throw new Error('rendered outside <App>');
  return value;
}

export const useSite = (): Site => found(use(SiteContext));
export const useVisit = (): Visit => found(use(VisitContext));
export const useLanguage = (): Language => useVisit().language;

/** The texts of one area of the page, with the keys of its English file. */
export function useText<Area extends AreaName>(area: Area): Text<Locales[Area]> {
  const { texts, language } = useVisit();
  return createText(texts, language, area);
}

/** As `useText`, for components that several areas share; `Tree` is the common shape of these areas. */
export function useTextOf<Tree>(area: string): Text<Tree> {
  const { texts, language } = useVisit();
  return createTextOf<Tree>(texts, language, area);
}
