import type { Request } from 'express';
import { languageNames, languages, type Language } from '#shared/languages.ts';

/** The language of the page that a post came from, which the site names in `Accept-Language`; null where it does not. */
export function pageLanguage(req: Request): Language | null {
  const wanted = req.get('accept-language');
  return languageNames.find((name) => languages[name].html === wanted) ?? null;
}
