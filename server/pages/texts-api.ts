import { allRoutes, textAreas, type Route } from '#client/routes.ts';
import { isLanguage } from '#shared/languages.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import { pageTexts, type TextStore } from '#server/texts.ts';

/** Returns the texts of a page for client navigation; the version in their address changes with any text. */
export function createTextsApi(texts: TextStore): Handler {
  const byName = new Map<string, Route>(allRoutes().map((route) => [route.name, route]));
  return (req, res) => {
    const { version, language, route: name } = req.params;
    const route = byName.get(String(name));
    if (version !== texts.version || !isLanguage(language) || !route) {
      res.status(404).set('Cache-Control', 'no-store').json({ error: 'notFound' });
      return;
    }
    res.json(pageTexts(texts, language, route.name, textAreas(route)));
  };
}
