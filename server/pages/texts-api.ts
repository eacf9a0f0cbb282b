import { Router } from 'express';
import { isLanguage } from '#shared/languages.ts';
import { allRoutes, textAreas, type Route } from '#client/routes.ts';
import { pageTexts, type TextStore } from '#server/texts.ts';

/** The texts of a route for a visitor who moves on without loading a page; their address changes with any of them. */
export function textRoutes(texts: TextStore): Router {
  const router = Router();
  const byName = new Map<string, Route>(allRoutes().map((route) => [route.name, route]));
  router.get('/:version/:language/:route.json', (req, res) => {
    const { version, language, route: name } = req.params;
    const route = byName.get(name);
    if (version !== texts.version || !isLanguage(language) || !route) {
      res.status(404).json({ error: 'notFound' });
      return;
    }
    res
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .json(pageTexts(texts, language, route.name, textAreas(route)));
  });
  return router;
}
