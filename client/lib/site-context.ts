import { createContext, use } from 'react';
import { createText, type Text } from '#shared/text.ts';
import type { Language } from '#shared/languages.ts';
import type { Site } from '../stores/site.ts';
import type { Visit } from '../visit.ts';

/** Handed down by context: a module-level value would be shared by every visitor on the server. */
export const SiteContext = createContext<Site | null>(null);
export const VisitContext = createContext<Visit | null>(null);

function found<T>(value: T | null): T {
  if (value === null) throw new Error('rendered outside <App>');
  return value;
}

export const useSite = (): Site => found(use(SiteContext));
export const useVisit = (): Visit => found(use(VisitContext));
export const useLanguage = (): Language => useVisit().language;

/** Reads one area of the page's texts; `Tree` is the type of its English file. */
export function useText<Tree>(area: string): Text<Tree> {
  const { texts, language } = useVisit();
  return createText<Tree>(texts, language, area);
}
