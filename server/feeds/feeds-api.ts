import type { Request, Response } from 'express';
import { isLanguage } from '#shared/languages.ts';
import type { Config } from '#server/config/config.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import type { NewsRepository, RequestApi } from '#server/news/news-repository.ts';
import type { SendText } from '#server/http/text-response.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { createCategoryNames, describePage } from './catalogue.ts';
import { createFile, createNewsFiles, sendFile } from './generated-file.ts';
import { printJsonFeed, printRss, type FeedParts } from './news-feed.ts';
import { printLlmsText, printRobots, printSecurityContact, printWebManifest } from './site-files.ts';
import { printSitemap } from './sitemap.ts';

interface Options {
  config: Pick<Config, 'publicUrl' | 'defaultLanguage'>;
  newsRepository: Pick<NewsRepository, 'api'>;
  texts: TextStore;
  manifest: Manifest;
  sendText: SendText;
}

type FeedsApi = Record<
  'rssFeed' | 'jsonFeed' | 'sitemap' | 'llmsText' | 'robots' | 'securityContact' | 'webManifest',
  Handler
>;

/** The documents for search engines, feed readers and assistants. */
export function createFeedsApi({ config, newsRepository, texts, manifest, sendText }: Options): FeedsApi {
  const { publicUrl: origin, defaultLanguage } = config;
  const newsFile = createNewsFiles();
  const robots = createFile(printRobots(origin));

  /** Reads news for a document. Built-in news may be cached for a shorter time: only until the backend answers. */
  async function readNews<T>(res: Response, read: (api: RequestApi) => Promise<T>): Promise<T> {
    const api = newsRepository.api();
    const news = await read(api);
    if (api.degraded) res.set('Cache-Control', 'public, max-age=60');
    return news;
  }
  const readIndex = (res: Response) => readNews(res, (api) => api.newsIndex());

  const feed =
    (type: string, print: (parts: FeedParts) => string): Handler =>
    async (req: Request, res: Response) => {
      const { language } = req.params;
      if (!isLanguage(language)) return sendText(res, 404, 'notFound');
      const news = await readNews(res, async (api) => (await api.news()).items);
      const file = await newsFile(news, `${type} ${language}`, () => {
        const ourView = areaText(texts, language, 'news')('ourView');
        const nameCategory = createCategoryNames(texts, language);
        const page = describePage(texts, language, 'news');
        return print({ origin, language, news, ourView, nameCategory, ...page });
      });
      res.set('Access-Control-Allow-Origin', '*');
      return sendFile(req, res, file, type);
    };

  return {
    rssFeed: feed('application/rss+xml', printRss),
    jsonFeed: feed('application/feed+json', printJsonFeed),
    async sitemap(req, res) {
      const news = await readIndex(res);
      const file = await newsFile(news, 'sitemap', () => printSitemap(origin, news, manifest.pageDates ?? {}));
      return sendFile(req, res, file, 'application/xml');
    },
    async llmsText(req, res) {
      const news = await readIndex(res);
      const file = await newsFile(news, 'guide', () => printLlmsText(origin, texts, news));
      return sendFile(req, res, file, 'text/plain');
    },
    robots(req, res) {
      return sendFile(req, res, robots, 'text/plain');
    },
    securityContact(req, res) {
      return sendFile(req, res, createFile(printSecurityContact(origin, new Date())), 'text/plain');
    },
    webManifest(req, res) {
      const { choice } = siteRequestOf(res);
      const body = printWebManifest(texts, choice.fromAddress ? choice.language : defaultLanguage);
      return sendFile(req, res, createFile(body), 'application/manifest+json');
    },
  };
}
