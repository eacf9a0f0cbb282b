import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { routes } from '#client/routes.ts';
import { languageNames } from '#shared/languages.ts';
import { sampleNews } from '#shared/sample-news.ts';
import { unglue } from '#shared/typography.ts';
import { hostileHeadlines, hostileNews, wildArticle } from '../support/hostile.ts';
import { serveArticles } from '../support/serve-articles.ts';
import { serve } from '../support/serve.ts';

const origin = 'https://obrii.example';
const pages = routes.filter(({ path, hidden }) => !hidden && !path.includes(':')).map(({ path }) => path);

function parseXml<T>(xml: string): T {
  assert.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['url', 'item', 'xhtml:link'].includes(name),
  });
  return parser.parse(xml) as T;
}

interface Sitemap {
  urlset: { url: { loc: string; lastmod?: string; 'xhtml:link': { hreflang: string; href: string }[] }[] };
}
interface Rss {
  rss: {
    version: string;
    channel: { title: string; link: string; language: string; 'atom:link': { href: string }; item: Item[] };
  };
}
interface Item {
  title: string;
  link: string;
  guid: { '#text': string; isPermaLink: string };
  pubDate: string;
  description: string;
  'content:encoded': string;
}
interface JsonFeed {
  version: string;
  feed_url: string;
  items: { id: string; url: string; title: string; content_html: string; date_published: string; image: string }[];
}

describe('an article in the feeds', () => {
  it('has whole addresses in its tags, and its code as it is written', async (t) => {
    const { html } = await serveArticles(t, [
      {
        ...(sampleNews[0] as (typeof sampleNews)[number]),
        slug: 'a',
        content: '<p><a href="#x">note</a> <a href="/about">us</a> <code>&lt;a href="/y"&gt;</code></p>',
      },
    ]);
    const feed = JSON.parse(await html('/feed/en.json')) as JsonFeed;
    assert.equal(
      feed.items[0]?.content_html.split('</p>')[0],
      `<p><a href="${origin}/news/a?lang=en#x">note</a> <a href="${origin}/about">us</a> <code>&lt;a href="/y"&gt;</code>`,
    );
  });
});

describe('a file that somebody has already', () => {
  it('is not sent again, however the browser or its proxy says so', async (t) => {
    const { get } = await serve(t);
    const etag = (await get('/sitemap.xml')).headers.get('etag') ?? '';
    for (const known of ['*', etag, etag.replace('W/', ''), `"another", ${etag}`])
      assert.equal((await get('/sitemap.xml', { headers: { 'if-none-match': known } })).status, 304, known);
    assert.equal((await get('/sitemap.xml', { headers: { 'if-none-match': '"another"' } })).status, 200);
  });
});

describe('the sitemap', () => {
  it('has every page and article in both languages, and nothing that is hidden', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/sitemap.xml');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/);
    const { urlset } = parseXml<Sitemap>(await answer.text());
    const paths = [...pages, ...sampleNews.map(({ slug }) => `/news/${slug}`)];
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

  it('says truly when an article, the news and a page changed', async (t) => {
    const pageDates = { about: '2026-02-03T10:00:00.000Z', news: '2024-01-01T00:00:00.000Z' };
    const { get } = await serve(t, { manifest: { pageDates } });
    const { urlset } = parseXml<Sitemap>(await (await get('/sitemap.xml')).text());
    const changed = (path: string) => urlset.url.find(({ loc }) => loc === `${origin}${path}?lang=ua`)?.lastmod;
    for (const { slug, date } of sampleNews) assert.equal(changed(`/news/${slug}`), new Date(date).toISOString());
    assert.equal(
      changed('/news'),
      sampleNews
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

describe('the feeds', () => {
  it('carry every article whole, in both languages and both formats', async (t) => {
    const { get } = await serve(t);
    for (const language of languageNames) {
      const answer = await get(`/feed/${language}.xml`);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/rss\+xml/);
      const { rss } = parseXml<Rss>(await answer.text());
      const json = (await (await get(`/feed/${language}.json`)).json()) as JsonFeed;
      assert.equal(rss.version, '2.0');
      assert.equal(rss.channel.language, language === 'ua' ? 'uk' : 'en');
      assert.equal(rss.channel['atom:link'].href, `${origin}/feed/${language}.xml`);
      assert.equal(json.version, 'https://jsonfeed.org/version/1.1');
      assert.equal(json.feed_url, `${origin}/feed/${language}.json`);
      assert.deepEqual(
        rss.channel.item.map(({ guid }) => guid['#text']),
        json.items.map(({ id }) => id),
      );
      assert.deepEqual(
        rss.channel.item.map(({ link }) => link),
        json.items.map(({ url }) => url),
      );
      for (const [index, news] of sampleNews.entries()) {
        const [item, other] = [rss.channel.item[index], json.items[index]];
        const headline = language === 'ua' ? news.headline_uk : news.headline;
        const content = (language === 'ua' ? news.content_uk : news.content) ?? '';
        assert.equal(item?.title, headline);
        assert.equal(other?.title, headline);
        assert.equal(new Date(item?.pubDate ?? '').toISOString(), new Date(news.date).toISOString());
        assert.equal(other?.date_published, new Date(news.date).toISOString());
        assert.equal(item?.link, `${origin}/news/${news.slug}?lang=${language}`);
        const lastWords = content.trim().split('<p>').at(-1)?.replace('</p>', '').slice(0, 40) ?? '';
        assert.ok(
          lastWords.length > 10 && unglue(other?.content_html ?? '').includes(lastWords),
          `${news.slug} is whole`,
        );
        assert.doesNotMatch(other?.content_html ?? '', / (href|src)="\//, 'addresses are absolute');
      }
    }
  });

  it('keep their ids when headline and slug change', async (t) => {
    const [first] = sampleNews;
    assert.ok(first);
    const ids: string[] = [];
    for (const change of [{}, { headline: 'Another', slug: 'another' }]) {
      const { get } = await serveArticles(t, [{ ...first, ...change }]);
      ids.push(((await (await get('/feed/en.json')).json()) as JsonFeed).items[0]?.id ?? '');
    }
    assert.equal(ids[0], ids[1]);
    assert.match(ids[0] ?? '', /^tag:obrii\.example,2025:/);
  });

  it('stay well-formed whatever the headlines and bodies are', async (t) => {
    const { get } = await serveArticles(t, [...hostileNews, wildArticle]);
    const { rss } = parseXml<Rss>(await (await get('/feed/en.xml')).text());
    const json = (await (await get('/feed/en.json')).json()) as JsonFeed;
    assert.equal(rss.channel.item.length, Object.keys(hostileHeadlines).length + 1);
    assert.equal(json.items[0]?.title, hostileHeadlines.script);
    parseXml(await (await get('/sitemap.xml')).text());
    for (const { content_html: html } of json.items) assert.doesNotMatch(html, /<script|onclick/i);
  });

  it('answer 304 to readers who have them, and 404 for other languages', async (t) => {
    const { get } = await serve(t);
    const etag = (await get('/feed/en.xml')).headers.get('etag') ?? '';
    assert.equal((await get('/feed/en.xml', { headers: { 'if-none-match': etag } })).status, 304);
    for (const path of ['/feed/fr.xml', '/feed/en.atom', '/feed', '/sitemap.xml/', '/sitemapZxml'])
      assert.equal((await get(path)).status, 404, path);
  });
});

describe('files for machines', () => {
  it('tell robots where the sitemap is', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/robots.txt')).text();
    assert.match(text, /^User-agent: \*$/m);
    assert.match(text, /^Sitemap: https:\/\/obrii\.example\/sitemap\.xml$/m);
    assert.doesNotMatch(text, /Disallow: \/$/m);
  });

  it('give a security contact that expires a year after the build', async (t) => {
    const { get } = await serve(t, { manifest: { builtAt: '2026-05-04T03:02:01.000Z' } });
    const answer = await get('/.well-known/security.txt');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/);
    const text = await answer.text();
    assert.match(text, /^Contact: mailto:security@obrii\.example$/m);
    assert.match(text, /^Expires: 2027-05-04T03:02:01\.000Z$/m);
    assert.match(text, /^Canonical: https:\/\/obrii\.example\/\.well-known\/security\.txt$/m);
    assert.match(text, /^Preferred-Languages: en, uk$/m);
  });

  it('describe the site to a home screen, in the language of the page, with icons of the sizes they say', async (t) => {
    const { get } = await serve(t);
    for (const language of languageNames) {
      const answer = await get(`/manifest.webmanifest?lang=${language}`);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
      const manifest = (await answer.json()) as {
        name: string;
        lang: string;
        theme_color: string;
        icons: { src: string; sizes: string; purpose: string }[];
      };
      assert.equal(manifest.lang, language === 'ua' ? 'uk' : 'en');
      assert.equal(manifest.name, 'Obrii');
      assert.match(manifest.theme_color, /^#/);
      assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
      for (const { src, sizes } of manifest.icons) {
        const icon = await get(src);
        assert.equal(icon.status, 200, src);
        if (sizes === 'any') continue;
        const png = Buffer.from(await icon.arrayBuffer());
        assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
      }
    }
  });

  it('have an icon for those who ask at the old address', async (t) => {
    const { get } = await serve(t);
    const icon = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
    assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2)], [0, 1]);
    const touch = Buffer.from(await (await get('/apple-touch-icon.png')).arrayBuffer());
    assert.equal(touch.readUInt32BE(16), 180);
  });

  it('guide assistants to a plain twin of every page and article', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/llms.txt')).text();
    assert.match(text, /^# Obrii\n\n> /);
    const found = [...text.matchAll(/^- \[.+?\]\((https:\/\/obrii\.example\/\S+)\): .+$/gm)].map(
      ([, address = '']) => address,
    );
    const paths = [
      ...pages.map((path) => (path === '/' ? '/index' : path)),
      ...sampleNews.map(({ slug }) => `/news/${slug}`),
    ];
    assert.deepEqual(
      found.sort(),
      paths.flatMap((path) => languageNames.map((language) => `${origin}${path}.md?lang=${language}`)).sort(),
    );
  });
});
