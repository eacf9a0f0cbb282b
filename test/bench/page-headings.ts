import { languages, languageNames, type Language } from '#shared/languages.ts';

type ReadPage = (path: string, language: Language) => Promise<string>;

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';

/**
 * Reads every page in both languages, one at a time, while nothing fails. The check that it resolves with says what is
 * wrong with a later answer, or null. Rejects where two paths have one heading, as error pages would.
 */
export async function learnHeadings(paths: readonly string[], read: ReadPage) {
  const headings = new Map<string, string>();
  const keyOf = (path: string, language: Language) => `${language} ${path}`;
  for (const language of languageNames) {
    for (const path of paths) headings.set(keyOf(path, language), headingOf(await read(path, language)));
    const found = new Set(paths.map((path) => headings.get(keyOf(path, language))));
    if (found.size !== paths.length || found.has(''))
      throw new Error(`headings are missing or alike: ${[...found].join(', ')}`);
  }

  return function findFault(html: string, path: string, language: Language): string | null {
    if (!html.endsWith('</html>')) return 'page broken off';
    if (!html.startsWith(`<!doctype html><html lang="${languages[language].html}"`)) return 'page in another language';
    return headingOf(html) === headings.get(keyOf(path, language)) ? null : 'page of another address';
  };
}
