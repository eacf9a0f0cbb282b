import { join } from 'node:path';
import { asset } from '#shared/asset.ts';
import { createInvoicing } from './activation/create-invoice.ts';
import { createReadOrder } from './activation/read-order.ts';
import { createStartTrial } from './activation/start-trial.ts';
import type { AppOptions } from './app-options.ts';
import { createTranslateError } from './backend/known-errors.ts';
import { createPostComment } from './comments/post-comment.ts';
import { takesPayments } from './config/payment-mode.ts';
import { createPostContact } from './contact/post-contact.ts';
import { createMarkdownPages } from './feeds/markdown-pages.ts';
import { createSpooler } from './http/body/spool.ts';
import { createRateLimits, type GuessableName } from './http/rate-limits.ts';
import { createRequestGate } from './http/request-gate.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createNewsRepository, type NewsRepository } from './news/news-repository.ts';
import { createChanges, type Changes } from './news/changes.ts';
import { readIcons } from './pages/inline-icons.ts';
import { createInlinePictures } from './pages/inline-pictures.ts';
import { createNormaliseQuery } from './pages/known-query.ts';
import { createPageCache } from './pages/page-cache.ts';
import { showsNews } from './pages/page-routes.ts';
import { createPageSource } from './pages/page-source.ts';
import { createPages } from './pages/pages.ts';
import { createRenderLimits } from './pages/render-limits.ts';
import { createTextResponses } from './http/text-response.ts';
import { createScriptlessPages } from './pages/scriptless-page.ts';
import { createRenderer } from './pages/render.tsx';
import { findGuessable } from './pages/guessable-name.ts';
import { createVitalCounts } from './page-views/vital-counts.ts';

/** The services from which handlers and forms are made; each service is created once. */
export type AppServices = ReturnType<typeof createAppServices>;

/** Creates what reads news and orders from the backend. */
function createNewsServices(options: AppOptions, onGone: (slug: string) => void) {
  const { backendClient, log, metrics, answerAges: ages, texts } = options;
  const { readOrder, isKnownOrder } = createReadOrder(backendClient);
  const namedCategories = Object.keys(texts.area('en', 'news')['categories'] ?? {});
  const repositoryOptions = { backendClient, log, metrics, readOrder, ages, onGone, namedCategories };
  const newsRepository = createNewsRepository(repositoryOptions);
  const normaliseQuery = createNormaliseQuery(newsRepository);
  const isKnown: Record<GuessableName['kind'], (name: string) => boolean> = {
    slug: newsRepository.knowsSlug,
    id: (id) => newsRepository.slugOf(id) !== null,
    category: (name) => newsRepository.knowsCategory(name) === true,
    order: isKnownOrder,
    // A read of a known picture does not reach this check: see news/pictures.ts.
    picture: () => false,
  };
  /** Whether the article, category, order or picture exists; reads of other names count as guesses. */
  const isKnownName = ({ kind, name }: GuessableName) => isKnown[kind](name);
  return { newsRepository, readOrder, isKnownName, normaliseQuery };
}

/** Creates the renderer, and the function that finds the file at an address that `asset` returns. */
function createRendering(options: AppOptions, newsRepository: NewsRepository) {
  const { log, config, texts, manifest, clientDir, staticDir } = options;
  const fileOf = (address: string) =>
    staticDir && address.startsWith('/static/') ? join(staticDir, '..', address) : join(clientDir, address);
  const renderer = createRenderer({
    newsRepository,
    texts,
    manifest,
    origin: config.publicUrl,
    features: {
      googleMap: config.mapsApiKey !== null,
      payments: takesPayments(config),
      takesComments: config.comments !== 'off',
    },
    printIcons: readIcons(fileOf(asset('icons.svg'))),
    ...(!staticDir && {
      inlinePictures: createInlinePictures({
        clientDir,
        picturesDir: config.backendUrl === null ? options.picturesDir : null,
      }),
    }),
    log,
  });
  return { fileOf, renderer };
}

/** Creates the functions that send what visitors submit to the backend. */
function createSubmits(
  { config, texts, backendClient, log }: AppOptions,
  newsRepository: NewsRepository,
  changes: Changes,
) {
  const translateError = createTranslateError(texts);
  const tools = { backendClient, translateError, log };
  return {
    postComment: createPostComment({
      backendClient,
      log,
      isKnown: (newsId) => newsRepository.slugOf(newsId) !== null,
      onPosted: (newsId) => changes.publish({ commentsOf: newsId }),
    }),
    postContact: createPostContact(backendClient, translateError, log),
    startTrial: createStartTrial(tools),
    createInvoice: createInvoicing({ ...tools, config, texts }),
  };
}

/**
 * Creates everything that the handlers share: news, rendering and its caches, limits, and the functions that send what
 * visitors submit.
 */
export function createAppServices(options: AppOptions) {
  const { config, log, texts, manifest, metrics, redis } = options;
  const security = createSecurityHeaders(config, manifest.fontFaces);
  // The function is called during a read of news; by then `changes` exists.
  const news = createNewsServices(options, (slug) => changes.publish({ slugs: [slug] }));
  const { newsRepository, normaliseQuery } = news;
  const { fileOf, renderer } = createRendering(options, newsRepository);

  const textResponses = createTextResponses(texts);
  const limits = createRateLimits({
    config,
    metrics,
    log,
    createStore: redis?.createStore,
    isKnownName: news.isKnownName,
  });
  const gate = createRequestGate({ limits, ...textResponses, config });

  const cache = createPageCache(config.pageCacheBytes);
  metrics.watchCache(() => cache.bytes);
  const renderLimits = createRenderLimits({
    maxRenders: config.maxRenders,
    isGuess(address) {
      const name = findGuessable(address);
      return name !== null && !news.isKnownName(name);
    },
  });
  const source = createPageSource({ renderer, renderLimits, cache, metrics, log, ages: options.pageAges });
  const pageTools = { renderer, source, renderLimits, gate };
  const pages = createPages({ ...news, ...pageTools, config, manifest, security, metrics });
  const markdown = createMarkdownPages({ ...pageTools, config, texts, pages, normaliseQuery });

  const caches = [pages, markdown];
  const changes: Changes = createChanges({ newsRepository, showsNews, caches, metrics, channel: redis?.changes });

  const spool = createSpooler({
    onDiskFault: (error) =>
      log.error({ reason: String(error) }, 'an upload could not be written to the temporary folder'),
  });
  return {
    ...options,

    // Reading news and orders.
    newsRepository,
    normaliseQuery,
    readOrder: news.readOrder,
    changes,

    // Pages.
    fileOf,
    renderer,
    renderLimits,
    pages,
    markdown,
    scriptlessPages: createScriptlessPages({ config, texts, manifest, security }),

    // Requests and responses.
    security,
    gate,
    ...textResponses,

    // What visitors send.
    spool,
    vitalCounts: createVitalCounts(),
    ...createSubmits(options, newsRepository, changes),
  };
}
