import type { Request } from 'express';
import { languageNames, languages, type Language } from '#shared/languages.ts';

/**
 * Returns the language of the page that was posted from, which the site sends in `Accept-Language`, or null without
 * this header.
 */
export function pageLanguage(req: Request): Language | null {
  const wanted = req.get('accept-language');
  return languageNames.find((name) => languages[name].html === wanted) ?? null;
}
