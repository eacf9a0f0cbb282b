import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { parseXml } from '../../support/parse-xml.ts';
import { publicPages } from '../../support/public-pages.ts';
import { serve } from '../../support/serve.ts';

const origin = 'https://obrii.example';

interface Sitemap {
  urlset: { url: { loc: string; lastmod?: string; 'xhtml:link': { hreflang: string; href: string }[] }[] };
}

describe('the sitemap', () => {
  it('has every page and article in both languages, and nothing that is hidden', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/sitemap.xml');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/);
    const { urlset } = parseXml<Sitemap>(await answer.text());
    const paths = [...publicPages, ...builtInNews.map(({ slug }) => `/news/${slug}`)];
    const expected = paths.flatMap((path) => languageNames.map((language) => `${origin}${path}?lang=${language}`));
    assert.deepEqual(urlset.url.map(({ loc }) => loc).sort(), expected.sort());
  });

  it('names for each address the same three alternates, which name it back', async (t) => {
    const { get } = await serve(t);
    const { urlset } = parseXml<Sitemap>(await (await get('/sitemap.xml')).text());
    const all = new Set(urlset.url.map(({ loc }) => loc));
    for (const { loc, 'xhtml:link': alternates } of urlset.url) {
      assert.deepEqual(
        alternates.map(({ hreflang }) => hreflang),
        ['en', 'uk', 'x-default'],
      );
      assert.ok(
        alternates.some(({ href }) => href === loc),
        loc,
      );
      for (const { href } of alternates.slice(0, 2)) assert.ok(all.has(href), href);
    }
  });

  it('has the true dates of articles, the news and pages', async (t) => {
    const pageDates = { about: '2026-02-03T10:00:00.000Z', news: '2024-01-01T00:00:00.000Z' };
    const { get } = await serve(t, { manifest: { pageDates } });
    const { urlset } = parseXml<Sitemap>(await (await get('/sitemap.xml')).text());
    const changed = (path: string) => urlset.url.find(({ loc }) => loc === `${origin}${path}?lang=ua`)?.lastmod;
    for (const { slug, date } of builtInNews) assert.equal(changed(`/news/${slug}`), new Date(date).toISOString());
    assert.equal(
      changed('/news'),
      builtInNews
        .map(({ date }) => new Date(date).toISOString())
        .sort()
        .at(-1),
    );
    assert.equal(changed('/about'), pageDates.about);
    assert.equal(changed('/team'), undefined, 'what is not known is not claimed');
  });

  it('leads to pages that answer 200', async (t) => {
    const { get } = await serve(t);
    const { urlset } = parseXml<Sitemap>(await (await get('/sitemap.xml')).text());
    for (const { loc } of urlset.url) assert.equal((await get(loc.replace(origin, ''))).status, 200, loc);
  });
});

describe('a file that a client already has', () => {
  it('is not sent again, in any form of the conditional request', async (t) => {
    const { get } = await serve(t);
    const etag = (await get('/sitemap.xml')).headers.get('etag') ?? '';
    for (const known of ['*', etag, etag.replace('W/', ''), `"another", ${etag}`])
      assert.equal((await get('/sitemap.xml', { headers: { 'if-none-match': known } })).status, 304, known);
    assert.equal((await get('/sitemap.xml', { headers: { 'if-none-match': '"another"' } })).status, 200);
  });
});
