import { textAreas } from '#client/page-texts.ts';
import { allRoutes } from '#client/routes.ts';
import { isLanguage } from '#shared/languages.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { pageTexts, type TextStore } from '#server/lib/texts.ts';

/** Returns the texts of a page for client navigation; the version in their address changes with any text. */
export function createTextsApi(texts: TextStore): Handler {
  const areasOf = new Map<string, string[]>(allRoutes().map(({ name }) => [name, textAreas(name)]));
  return (req, res) => {
    const { version, language, route } = req.params;
    const areas = areasOf.get(String(route));
    if (version !== texts.version || !isLanguage(language) || !areas) {
      res.status(404).set('Cache-Control', 'no-store').json({ error: 'notFound' });
      return;
    }
    res.json(pageTexts(texts, language, String(route), areas));
  };
}
