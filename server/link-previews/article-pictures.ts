import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { asset } from '#shared/asset.ts';
import { isLanguage, localized } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { NewsApiOptions } from '#server/news/news-api.ts';
import type { Log } from '#server/lib/log.ts';
import type { SendMissing } from '#server/http/text-response.ts';
import { createPreviewPainter, type FileOf } from './preview-painter.ts';
import { articleScene } from './scenes.ts';

interface Options extends NewsApiOptions {
  fileOf: FileOf;
  log: Log;
  sendMissing: SendMissing;
}

const maxBytes = 8 * 1024 * 1024;

/** The maximum number of pictures that wait to be painted. Painting one picture takes about 20 ms. */
const maxWaiting = 20;

/** Longer headlines never fit the picture. */
const maxHeadlineLength = 400;

/** GET /og/news/:slug-:language.png: the link preview of an article, painted at its first request. */
export function createArticlePictures(options: Options): Handler {
  const { newsRepository, gate, fileOf, sendMissing, log } = options;
  const painter = createPreviewPainter(fileOf);
  const oneAtATime = pLimit(1);
  // The key is the drawing, so a changed headline leads to a new picture. Parallel requests paint a picture once.
  const pictures = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (png, drawing) => png.length + drawing.length,
    // The renderer uses the threads that also read files and compress pages, so it gets one of them.
    fetchMethod: (drawing) => oneAtATime(() => painter.paint(drawing)),
  });
  const sendCommon = (res: Response) => res.set('Cache-Control', 'no-store').redirect(302, asset('social/og.jpg'));

  return async (req, res) => {
    const [, slug = '', language] = /^([\w-]+)-(en|ua)\.png$/.exec(String(req.params['file'])) ?? [];
    if (!isLanguage(language)) return sendMissing(res, 404);
    if (await gate.limitGuesses(req, res, { kind: 'slug', name: slug })) return;
    const api = newsRepository.api();
    const item = await api.newsItem(slug);
    if (!item) return sendMissing(res, api.missingStatus);
    const headline = toSingleLine(localized(language, item.headline, item.headline_uk)).slice(0, maxHeadlineLength);
    try {
      const drawing = await painter.draw(headline, articleScene(slug));
      if (oneAtATime.pendingCount >= maxWaiting && !pictures.has(drawing)) {
        sendCommon(res);
        return;
      }
      const png = await pictures.fetch(drawing);
      res.set('Cross-Origin-Resource-Policy', 'cross-origin').type('png').send(png);
    } catch (error) {
      log.warn({ slug, reason: String(error) }, 'a link preview could not be painted: the common one is shown');
      sendCommon(res);
    }
  };
}
