import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { ReadOptions } from '#server/backend/reads.ts';
import { createNewsRepository } from '#server/news/news-repository.ts';

describe('a category that no article has', () => {
  it('stays a guess after any number of requests, and has one page', async () => {
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
      ages: { freshMs: 1 },
      readOrder: () => Promise.resolve(null),
    });
    for (let time = 1; time <= 3; time += 1) {
      await newsRepository.api().news({ category: 'made-up' });
      newsRepository.expire();
    }
    assert.deepEqual(pools, ['guess', 'guess', 'guess']);
    assert.equal(newsRepository.knownPages('made-up'), 1);
  });
});
