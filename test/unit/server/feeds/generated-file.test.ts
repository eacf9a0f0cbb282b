import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFile, createNewsFiles } from '#server/feeds/generated-file.ts';

describe('a file made from news', () => {
  it('is printed once for each list of news and each name', async () => {
    const newsFile = createNewsFiles();
    const [news, newerNews] = [[], []];
    let printed = 0;
    const print = () => `file ${(printed += 1)}`;
    const [first, again] = await Promise.all([newsFile(news, 'feed', print), newsFile(news, 'feed', print)]);
    assert.equal(first, again);
    assert.equal(first.body, 'file 1');
    assert.equal((await newsFile(news, 'guide', print)).body, 'file 2');
    assert.equal((await newsFile(newerNews, 'feed', print)).body, 'file 3');
  });

  it('is printed again after it could not be printed', async () => {
    const newsFile = createNewsFiles();
    const news: string[] = [];
    await assert.rejects(
      newsFile(news, 'feed', () => Promise.reject(new Error('no texts'))),
      /no texts/,
    );
    assert.equal((await newsFile(news, 'feed', () => 'file')).body, 'file');
  });

  it('is compressed once for each encoding, and again after that failed', async () => {
    let calls = 0;
    const file = createFile('text', {
      br: () => Promise.resolve(Buffer.from(`br ${(calls += 1)}`)),
      gzip: () => ((calls += 1) === 2 ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from('gzip'))),
    });
    assert.equal(String(await file.compressed('br')), 'br 1');
    assert.equal(String(await file.compressed('br')), 'br 1');
    await assert.rejects(file.compressed('gzip'), /no memory/);
    assert.equal(String(await file.compressed('gzip')), 'gzip');
    assert.equal(calls, 3);
  });
});
