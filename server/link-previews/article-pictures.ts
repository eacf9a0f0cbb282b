import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { asset } from '#shared/asset.ts';
import { isLanguage, localized } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { Log } from '#server/operations/log.ts';
import { createPainter, type FileOf } from './painter.ts';
import { articleScene } from './scenes.ts';

interface Tools {
  newsRepository: NewsRepository;
  fileOf: FileOf;
  log: Log;
}

const cacheBytes = 8 * 1024 * 1024;
/** What is longer is never shown whole. */
const headlineLength = 400;

/** Articles' link previews, painted when they are first asked for. */
export function articlePictures({ newsRepository, fileOf, log }: Tools): Router {
  const router = Router();
  const painter = createPainter(fileOf);
  // The drawing is its own key: a changed headline is another picture. Parallel requests paint it once.
  const pictures = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (png, drawing) => png.length + drawing.length,
    fetchMethod: (drawing) => painter.paint(drawing),
  });

  router.get('/news/:file', async (req, res) => {
    const [, slug = '', language] = /^([\w-]+)-(en|ua)\.png$/.exec(req.params.file) ?? [];
    const api = newsRepository.api();
    const item = isLanguage(language) ? await api.newsItem(slug) : null;
    if (!item || !isLanguage(language)) {
      res.status(api.missingStatus).type('text/plain').send('Not found\n');
      return;
    }
    const headline = toSingleLine(localized(language, item.headline, item.headline_uk)).slice(0, headlineLength);
    try {
      const png = await pictures.fetch(await painter.draw(headline, articleScene(slug)));
      res.set({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' });
      res.type('png').send(png);
    } catch (error) {
      log.warn({ slug, reason: String(error) }, 'a link preview could not be painted: the common one is shown');
      res.redirect(302, asset('social/og.jpg'));
    }
  });
  return router;
}
