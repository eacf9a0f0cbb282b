import type { Request, Response } from 'express';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { isLanguage } from '#shared/languages.ts';
import { createText } from '#shared/text.ts';
import type { Config } from '#server/config/config.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { Manifest } from '#server/manifest.ts';
import type { NewsRepository, RequestApi } from '#server/news/news-repository.ts';
import type { SendText } from '#server/pages/text-response.ts';
import { siteRequestOf } from '#server/pages/site-request.ts';
import type { TextStore } from '#server/texts.ts';
import { describePage } from './catalogue.ts';
import { printJsonFeed, printRss, type FeedParts } from './news-feed.ts';
import { sendFile } from './send.ts';
import { printLlmsText, printRobots, printSecurityContact, printWebManifest } from './site-files.ts';
import { printSitemap } from './sitemap.ts';

interface Options {
  config: Pick<Config, 'publicUrl' | 'defaultLanguage'>;
  newsRepository: Pick<NewsRepository, 'api'>;
  texts: TextStore;
  manifest: Manifest;
  sendText: SendText;
}

const hour = 3600;
const day = 24 * hour;

type FeedsApi = Record<
  'rss' | 'jsonFeed' | 'sitemap' | 'guide' | 'robots' | 'securityContact' | 'webManifest',
  Handler
>;

/** The documents for search engines, feed readers and assistants. */
export function createFeedsApi({ config, newsRepository, texts, manifest, sendText }: Options): FeedsApi {
  const { publicUrl: origin, defaultLanguage } = config;
  const startedAt = new Date().toISOString();

  /** Reads news, and returns for how many seconds they may be cached: built-in news only until the backend answers. */
  async function readNews<T>(read: (api: RequestApi) => Promise<T>) {
    const api = newsRepository.api();
    const news = await read(api);
    return { news, maxAgeSeconds: api.degraded ? 60 : 900 };
  }
  const readIndex = () => readNews((api) => api.newsIndex());

  const feed =
    (type: string, print: (parts: FeedParts) => string): Handler =>
    async (req: Request, res: Response) => {
      const { language } = req.params;
      if (!isLanguage(language)) return sendText(res, 404, 'notFound');
      const { news, maxAgeSeconds } = await readNews(async (api) => (await api.news()).items);
      const text = createText({ news: texts.area(language, 'news') }, language, 'news');
      res.set('Access-Control-Allow-Origin', '*');
      const page = describePage(texts, language, 'news');
      sendFile(req, res, {
        type,
        body: print({ origin, language, news, ourView: text('ourView'), ...page }),
        maxAgeSeconds,
      });
    };

  /**
   * The printed sitemap by the list of news that it contains, so that a long one is printed once and not for each
   * request.
   */
  const sitemaps = new WeakMap<NewsSummary[], Promise<string>>();

  return {
    rss: feed('application/rss+xml', printRss),
    jsonFeed: feed('application/feed+json', printJsonFeed),
    async sitemap(req, res) {
      const { news, maxAgeSeconds } = await readIndex();
      const body = sitemaps.get(news) ?? printSitemap(origin, news, manifest.pageDates ?? {});
      sitemaps.set(news, body);
      sendFile(req, res, { type: 'application/xml', body: await body, maxAgeSeconds });
    },
    async guide(req, res) {
      const { news, maxAgeSeconds } = await readIndex();
      sendFile(req, res, { type: 'text/plain', body: printLlmsText(origin, texts, news), maxAgeSeconds });
    },
    robots(req, res) {
      sendFile(req, res, { type: 'text/plain', body: printRobots(origin), maxAgeSeconds: hour });
    },
    securityContact(req, res) {
      // The date of expiry counts from the build, or from the start of the process when the build has no date.
      const body = printSecurityContact(origin, manifest.builtAt ?? startedAt);
      sendFile(req, res, { type: 'text/plain', body, maxAgeSeconds: day });
    },
    webManifest(req, res) {
      const { choice } = siteRequestOf(res);
      const body = printWebManifest(texts, choice.fromAddress ? choice.language : defaultLanguage);
      sendFile(req, res, { type: 'application/manifest+json', body, maxAgeSeconds: day });
    },
  };
}
