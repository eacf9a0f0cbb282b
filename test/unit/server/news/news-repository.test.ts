import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { builtInNews } from '#shared/built-in-news.ts';
import { UnavailableError } from '#server/backend/backend-error.ts';
import type { ReadOptions } from '#server/backend/reads.ts';
import { createNewsRepository } from '#server/news/news-repository.ts';
import { createMetrics } from '#server/operations/metrics.ts';

describe('a category that no article has', () => {
  it('stays a guess after any number of requests, unless the site has a name for it, and has one page', async () => {
    const pools: ReadOptions['pool'][] = [];
    const newsRepository = createNewsRepository({
      backendClient: {
        origin: 'http://backend',
        read: () => Promise.resolve([]),
        readPart(_path, _part, options: ReadOptions = {}) {
          pools.push(options.pool);
          return Promise.resolve({ body: [], total: 0 });
        },
      },
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      readOrder: () => Promise.resolve(null),
      namedCategories: ['General'],
      onGone: () => undefined,
    });
    for (let time = 1; time <= 3; time += 1) {
      await newsRepository.api().news({ category: 'made-up' });
      assert.equal(newsRepository.knownPages('made-up'), 1);
      newsRepository.expire();
      assert.equal(newsRepository.knownPages('made-up'), null, 'the list may have grown');
    }
    await newsRepository.api().news({ category: 'General' });
    assert.deepEqual(pools, ['guess', 'guess', 'guess', undefined]);
    assert.deepEqual(['General', 'made-up'].map(newsRepository.knowsCategory), [true, undefined]);
  });
});

describe('the built-in news, while the backend has never answered', () => {
  const readPart = () => Promise.reject(new Error('no answer'));
  it('are only those of the category, and are counted by it', async () => {
    const newsRepository = createNewsRepository({
      backendClient: { origin: 'http://backend', read: readPart, readPart },
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      readOrder: () => Promise.resolve(null),
      namedCategories: [],
      onGone: () => undefined,
    });
    const api = newsRepository.api();
    const categories = await api.newsCategories();
    assert.equal(
      categories.reduce((sum, { count }) => sum + count, 0),
      builtInNews.length,
    );
    for (const { name, count } of categories) {
      const { items, total } = await api.news({ category: name });
      assert.deepEqual([items.length, total], [count, count], name);
      assert.ok(items.every(({ category }) => category === name));
    }
    assert.deepEqual(await api.news({ category: 'made-up' }), { items: [], total: 0 });
  });
});

/** Opens a repository whose backend answers to the address of the first built-in article with `answer.body`. */
function openWithArticle(readPart: () => Promise<never>) {
  const [article] = builtInNews;
  assert.ok(article);
  const answer = { body: null as unknown };
  const gone: string[] = [];
  const newsRepository = createNewsRepository({
    backendClient: { origin: 'http://backend', read: () => Promise.resolve(answer.body), readPart },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    readOrder: () => Promise.resolve(null),
    namedCategories: [],
    onGone: (slug) => gone.push(slug),
  });
  return { article, answer, gone, newsRepository };
}

describe('a built-in article', () => {
  it('is announced as gone only when the backend has had it', async () => {
    const { article, answer, gone, newsRepository } = openWithArticle(() => assert.fail('no list is read'));
    const read = () => {
      newsRepository.expire();
      return newsRepository.api().newsItem(article.slug);
    };
    assert.equal(await read(), null);
    assert.deepEqual(gone, []);
    answer.body = article;
    assert.equal((await read())?.slug, article.slug);
    answer.body = null;
    assert.equal(await read(), null);
    assert.deepEqual(gone, [article.slug]);
  });

  it('is announced as gone also while another read of the same request fails', async () => {
    const { article, answer, gone, newsRepository } = openWithArticle(() =>
      Promise.reject(new Error('the lists fail')),
    );
    answer.body = article;
    assert.equal((await newsRepository.api().newsItem(article.slug))?.slug, article.slug);
    answer.body = null;
    newsRepository.expire();
    const api = newsRepository.api();
    await api.news({});
    assert.equal(api.degraded, true);
    assert.equal(await api.newsItem(article.slug), null);
    assert.deepEqual(gone, [article.slug]);
  });
});

describe('an order that the backend does not answer about', () => {
  it('is waited for as long as other reads of the page, and then rejects', async () => {
    const noRead = () => assert.fail('no news are read');
    const newsRepository = createNewsRepository({
      backendClient: { origin: 'http://backend', read: noRead, readPart: noRead },
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      readOrder: () => new Promise(() => undefined),
      namedCategories: [],
      onGone: () => undefined,
    });
    await assert.rejects(newsRepository.api(20).order('order-1'), UnavailableError);
  });
});
