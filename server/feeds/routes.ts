import { Router, type Request, type Response } from 'express';
import { isLanguage } from '#shared/languages.ts';
import { createText } from '#shared/text.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import type { Config } from '../config.ts';
import { articlePictures } from '../link-previews/article-pictures.ts';
import type { FileOf } from '../link-previews/painter.ts';
import type { Manifest } from '../manifest.ts';
import type { Log } from '#server/operations/log.ts';
import type { Renderer } from '../pages/render.tsx';
import type { TextStore } from '../texts.ts';
import { describePage } from './catalogue.ts';
import { markdownRoutes } from './markdown-routes.ts';
import { printJsonFeed, printRss, type FeedParts } from './news-feed.ts';
import { sendFile } from './send.ts';
import { printGuide, printRobots, printSecurityContact, printWebManifest } from './site-files.ts';
import { printSitemap } from './sitemap.ts';

interface Tools {
  config: Config;
  newsRepository: NewsRepository;
  renderer: Renderer;
  texts: TextStore;
  manifest: Manifest;
  fileOf: FileOf;
  log: Log;
}

const hour = 3600;
const day = 24 * hour;

/** What search engines, link previews, feed readers and assistants read instead of pages, or beside them. */
export function feedRoutes(tools: Tools): Router {
  const {
    config: { publicUrl: origin, defaultLanguage },
    newsRepository,
    texts,
    manifest,
  } = tools;
  const router = Router({ caseSensitive: true, strict: true });
  // Unbuilt code counts as built when it starts.
  const builtAt = manifest.builtAt ?? new Date().toISOString();

  /** News, and how long they may be kept: built-in ones only until the backend answers. */
  async function readNews() {
    const api = newsRepository.api();
    const news = await api.news();
    return { news, maxAgeSeconds: api.degraded ? 60 : 900 };
  }

  async function sendFeed(
    req: Request<{ language: string }>,
    res: Response,
    type: string,
    print: (parts: FeedParts) => string,
  ) {
    const { language } = req.params;
    if (!isLanguage(language)) return false;
    const { news, maxAgeSeconds } = await readNews();
    const text = createText({ news: texts.area(language, 'news') }, language, 'news');
    res.set('Access-Control-Allow-Origin', '*');
    const body = print({ origin, language, news, ourView: text('ourView'), ...describePage(texts, language, 'news') });
    sendFile(req, res, { type, body, maxAgeSeconds });
    return true;
  }

  router.get('/feed/:language.xml', async (req, res, next) => {
    if (!(await sendFeed(req, res, 'application/rss+xml', printRss))) next();
  });
  router.get('/feed/:language.json', async (req, res, next) => {
    if (!(await sendFeed(req, res, 'application/feed+json', printJsonFeed))) next();
  });
  router.get('/sitemap.xml', async (req, res) => {
    const { news, maxAgeSeconds } = await readNews();
    sendFile(req, res, {
      type: 'application/xml',
      body: printSitemap(origin, news, manifest.pageDates ?? {}),
      maxAgeSeconds,
    });
  });
  router.get('/llms.txt', async (req, res) => {
    const { news, maxAgeSeconds } = await readNews();
    sendFile(req, res, { type: 'text/plain', body: printGuide(origin, texts, news), maxAgeSeconds });
  });
  router.get('/robots.txt', (req, res) => {
    sendFile(req, res, { type: 'text/plain', body: printRobots(origin), maxAgeSeconds: hour });
  });
  router.get('/.well-known/security.txt', (req, res) => {
    sendFile(req, res, { type: 'text/plain', body: printSecurityContact(origin, builtAt), maxAgeSeconds: day });
  });
  router.get('/manifest.webmanifest', (req, res) => {
    const { lang } = req.query;
    const body = printWebManifest(texts, isLanguage(lang) ? lang : defaultLanguage);
    sendFile(req, res, { type: 'application/manifest+json', body, maxAgeSeconds: day });
  });

  router.use('/og', articlePictures(tools));
  router.use(markdownRoutes(tools));
  return router;
}
