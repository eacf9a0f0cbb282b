import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import resvg from '@resvg/resvg-js';
import type { NewsItem } from '#shared/contracts/news.ts';
import { languageNames } from '#shared/languages.ts';
import { routes } from '#client/routes.ts';
import { drawable, fitText } from '#server/link-previews/fit-text.ts';
import { paintPages } from '#server/link-previews/page-pictures.ts';
import { pageScenes } from '#server/link-previews/scenes.ts';
import { hostileHeadlines, hostileNews } from '../../support/hostile.ts';
import { temporaryFolder } from '../../support/process.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '../../..');
/** The size that services with link previews accept. */
const mostBytes = 150_000;

function checkPng(png: Buffer, name: string): void {
  assert.equal(png.subarray(1, 4).toString(), 'PNG', name);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], name);
  assert.ok(png.length < mostBytes, `${name}: ${png.length} bytes`);
}

describe('link previews', () => {
  it('of every page in both languages are 1200 by 630 and small', async (t) => {
    const cacheDir = await temporaryFolder(t);
    const pictures = await paintPages({ root, cacheDir });
    const pages = routes.filter(({ path }) => !path.includes(':'));
    assert.equal(pictures.length, pages.length * languageNames.length);
    for (const { file, png } of pictures) checkPng(png, file);
    assert.equal(new Set(pictures.map(({ png }) => png.toString('base64'))).size, pictures.length, 'no two alike');
    assert.deepEqual(
      (await paintPages({ root, cacheDir })).map(({ file }) => file),
      pictures.map(({ file }) => file),
    );
  });

  it('show the sky and the engraving of their pages', async (t) => {
    const { html } = await serve(t);
    const heads: string[] = [];
    for (const { name, path } of routes.filter(({ path }) => !path.includes(':'))) {
      const page = await html(path);
      const [head, sky] = /<header class="page-head[^>]*data-sky="(\w+)".*?<\/header>/s.exec(page) ?? [];
      if (!head) continue;
      const [, art] = /class="page-head__art" src="([^"]+)"/.exec(head) ?? [];
      assert.deepEqual({ sky, art }, { art: undefined, ...pageScenes[name] }, name);
      heads.push(name);
    }
    assert.deepEqual(heads.sort(), Object.keys(pageScenes).sort());
  });

  it('of articles are painted when they are requested, in both languages', async (t) => {
    const { get } = await serve(t);
    const bodies: string[] = [];
    for (const language of languageNames) {
      const answer = await get(`/og/news/smart-protective-equipment-${language}.png`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=/);
      const png = Buffer.from(await answer.arrayBuffer());
      checkPng(png, language);
      bodies.push(png.toString('base64'));
    }
    assert.notEqual(bodies[0], bodies[1]);
  });

  it('that many people request at once are painted one after the other, and some get the common one', async (t) => {
    const articles = Array.from({ length: 60 }, (_, position) => ({
      ...(hostileNews[0] as NewsItem),
      slug: `article-${position}`,
      headline: `Article number ${position}`,
    }));
    const { get } = await serveArticles(t, articles);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const paint = resvg.renderAsync;
    t.mock.method(resvg, 'renderAsync', async (...options: Parameters<typeof paint>) => {
      await released;
      return paint(...options);
    });
    const paths = Array.from({ length: 60 }, (_, position) => `/og/news/article-${position}-en.png`);
    let answered = 0;
    const responses = paths.map(async (path) => {
      const response = await get(path);
      answered += 1;
      return response;
    });
    // One picture is being painted and 20 wait in the queue; the other 39 requests exceed the limit.
    await until('all others have got the common one', () => answered === 39);
    release();
    const answers = await Promise.all(responses);
    const redirected = answers.filter(({ status }) => status === 302);
    assert.equal(redirected.length, 39);
    assert.equal(answers.filter(({ status }) => status === 200).length, 21);
    for (const { headers } of redirected) {
      assert.match(headers.get('location') ?? '', /og\..*jpg$/);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    const [first] = paths.filter((_, position) => answers[position]?.status === 302);
    assert.equal((await get(first ?? '')).status, 200);
  });

  it('work with every headline', async (t) => {
    const { get, logged } = await serveArticles(t, hostileNews);
    for (const name of Object.keys(hostileHeadlines)) {
      const answer = await get(`/og/news/hostile-${name}-en.png`);
      assert.equal(answer.status, 200, name);
      checkPng(Buffer.from(await answer.arrayBuffer()), name);
    }
    assert.deepEqual(
      logged.filter(({ msg }) => /painted/.test(String(msg))),
      [],
    );
  });

  it('do not exist for articles and languages that do not', async (t) => {
    const { get } = await serve(t);
    for (const path of [
      '/og/news/none-en.png',
      '/og/news/smart-protective-equipment-fr.png',
      '/og/news/x',
      '/og/none.png',
      '/og/news/..%2f..%2fx-en.png',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
  });
});

describe('a headline in its box', () => {
  const box = { width: 600, height: 300, maxSize: 84, minSize: 40 };

  it('is as large as it can be, and never broken inside a word that fits', () => {
    const short = fitText('News', box);
    const long = fitText('Cybersecurity and compliance engineering for hospitals', box);
    assert.deepEqual(short, { lines: ['News'], size: 84 });
    assert.ok(long.size < 84);
    assert.equal(long.lines.join(' '), 'Cybersecurity and compliance engineering for hospitals');
  });

  it('is cut with an ellipsis when it never fits', () => {
    const { lines, size } = fitText('word '.repeat(100).trim(), box);
    assert.equal(size, 40);
    assert.ok(lines.length * size * 1.1 <= 300);
    assert.match(lines.at(-1) ?? '', /…$/);
    assert.ok(fitText('Ж'.repeat(300), box).lines.every((line) => line.length < 40));
  });

  it('has only letters that the font has', () => {
    assert.equal(drawable('Résumé 🎉 漢字 Їжак'), 'Resume Їжак');
    assert.equal(drawable('🎉🇺🇦'), '');
  });
});
