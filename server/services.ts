import { join } from 'node:path';
import type { Request, Response } from 'express';
import { articlePath } from '#shared/article-path.ts';
import { asset } from '#shared/asset.ts';
import { createInvoicing } from './activation/create-invoice.ts';
import { createReadOrder } from './activation/read-order.ts';
import { createStartTrial } from './activation/start-trial.ts';
import type { AppOptions } from './app-options.ts';
import { createTranslateError } from './backend/known-errors.ts';
import { createPostComment } from './comments/post-comment.ts';
import { createPostContact } from './contact/post-contact.ts';
import { createMarkdownTwins } from './feeds/markdown-twins.ts';
import { createSpooler } from './http/body/spool.ts';
import type { GuardOptions } from './http/guard.ts';
import { createRateLimits, type LimitGuesses } from './http/rate-limits.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createNewsRepository, type NewsRepository } from './news/news-repository.ts';
import { createChanges, type Change, type Changes } from './operations/purge.ts';
import { readIcons } from './pages/inline-icons.ts';
import { createNormaliseQuery, namedCategories } from './pages/known-query.ts';
import { chooseLanguage } from './pages/language.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPageSource } from './pages/page-source.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { createPlainAnswers, createPlainLines } from './pages/plain-answer.ts';
import { createPlainPages } from './pages/plain-page.ts';
import { createRenderer } from './pages/render.tsx';
import { findGuessable } from './pages/site-request.ts';
import { answerLimited } from './pages/too-many.ts';
import { takesPayments } from './payment-mode.ts';
import { createVitalCounts } from './visits/vital-counts.ts';

/** The page that lists articles. */
const listPath = '/news';

/** Everything that endpoints and forms are made of, each built once. */
export type Services = ReturnType<typeof createServices>;

function createNewsServices({
  backendClient,
  log,
  metrics,
  answerAges: ages,
  config,
  texts,
  manifest,
  clientDir,
  staticDir,
}: AppOptions) {
  /** The file behind an address that `asset` gives. */
  const fileOf = (address: string) =>
    staticDir && address.startsWith('/static/') ? join(staticDir, '..', address) : join(clientDir, address);
  const { readOrder, isKnownOrder } = createReadOrder(backendClient, log);
  const newsRepository = createNewsRepository({ backendClient, log, metrics, readOrder, ages });
  const normaliseQuery = createNormaliseQuery(texts, newsRepository);
  const renderer = createRenderer({
    newsRepository,
    texts,
    manifest,
    origin: config.publicUrl,
    googleMap: config.mapsApiKey !== null,
    payments: takesPayments(config),
    takesComments: config.comments !== 'off',
    printIcons: readIcons(fileOf(asset('icons.svg'))),
    log,
  });
  const categories = namedCategories(texts);
  /** Whether an article, a category or an order is called so. */
  const isKnownName = (name: string) =>
    newsRepository.knowsSlug(name) ||
    newsRepository.slugOf(name) !== null ||
    categories.includes(name) ||
    newsRepository.knownCategories().includes(name) ||
    isKnownOrder(name);
  return { fileOf, newsRepository, readOrder, isKnownName, normaliseQuery, renderer };
}

function createLimits(
  { config, metrics, shared }: AppOptions,
  isKnownName: (name: string) => boolean,
  onLimited: (request: Request, response: Response) => unknown,
) {
  const limits = createRateLimits({ config, metrics, openStore: shared?.openStore, onLimited });
  const limitGuesses: LimitGuesses = async (request, response, name) => {
    if (isKnownName(name)) return false;
    let passed = false;
    // Express has made these its own before any page or call is answered.
    await limits.guesses(request as Request, response as Response, () => {
      passed = true;
    });
    return !passed;
  };
  return { limits, limitGuesses };
}

/** Answers in one line of text, where no page can be shown. */
function createPlainText({ config, texts }: AppOptions) {
  const printPlain = createPlainLines(texts);
  /** For a request whose address may be what is wrong: cookie and Accept-Language decide. */
  const printRefusal: GuardOptions['printRefusal'] = (request, key) =>
    printPlain(chooseLanguage(request, new URLSearchParams(), config.defaultLanguage).language, key);
  return { printPlain, printRefusal, sendPlain: createPlainAnswers(printPlain) };
}

/** Makes a function that empties the caches of this copy alone. */
function createApplyChange(newsRepository: NewsRepository, caches: readonly Pick<Pages, 'purge'>[]) {
  /** Expires what the backend has answered about a change; which pages show it, by their paths. */
  function expireAnswers(change: Change): (path: string) => boolean {
    if (change === 'all') {
      newsRepository.expire();
      return () => true;
    }
    if ('slugs' in change) {
      newsRepository.expire(change.slugs);
      // The page of every article leads to others.
      return (path) => path === listPath || path.startsWith(`${listPath}/`);
    }
    newsRepository.expireComments(change.commentsOf);
    const slug = newsRepository.slugOf(change.commentsOf);
    return (path) => slug !== null && path === articlePath({ slug });
  }

  return (change: Change): void => {
    const isChanged = expireAnswers(change);
    for (const cache of caches) cache.purge(isChanged);
  };
}

export function createServices(options: AppOptions) {
  const { config, log, texts, manifest, backendClient, metrics, shared } = options;
  const security = createSecurityHeaders(config, manifest.fontFaces);
  const news = createNewsServices(options);
  const { newsRepository, normaliseQuery, renderer } = news;

  const plainText = createPlainText(options);
  const limiting = createLimits(options, news.isKnownName, (req, res) =>
    answerLimited({ pages, ...plainText }, req, res),
  );

  const cache = createPageCache(config.pageCacheBytes);
  metrics.watchCache(() => cache.bytes);
  const source = createPageSource({
    renderer,
    cache,
    metrics,
    log,
    maxRenders: config.maxRenders,
    isGuess(address) {
      const name = findGuessable(address);
      return name !== null && !news.isKnownName(name);
    },
    ages: options.pageAges,
    onGone: (path) => changes.announce({ slugs: [path.slice(path.lastIndexOf('/') + 1)] }),
  });
  const pages = createPages({ config, source, renderer, manifest, security, metrics, ...plainText, ...limiting });
  const twins = createMarkdownTwins({ config, renderer, source, pages, normaliseQuery, ...plainText, ...limiting });

  const applyChange = createApplyChange(newsRepository, [pages, twins]);
  const changes: Changes = createChanges({ metrics, apply: applyChange, channel: shared?.changes });

  const spool = createSpooler({
    onDiskFault: (error) =>
      log.error({ reason: String(error) }, 'an upload could not be written to the temporary folder'),
  });
  const translateError = createTranslateError(texts);
  return {
    ...news,
    ...options,
    security,
    ...limiting,
    pages,
    source,
    twins,
    changes,
    applyChange,
    spool,
    ...plainText,
    vitalCounts: createVitalCounts(),
    plainPages: createPlainPages({ config, texts, manifest, security }),
    postComment: createPostComment({
      backendClient,
      log,
      isKnown: (newsId) => newsRepository.slugOf(newsId) !== null,
      onPosted: (newsId) => changes.announce({ commentsOf: newsId }),
    }),
    postContact: createPostContact(backendClient, translateError, log),
    startTrial: createStartTrial(backendClient, translateError, log),
    createInvoice: createInvoicing({ config, texts, backendClient, translateError, log }),
  };
}
