import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { hostileHeadlines, hostileNews, wildArticle } from '../../support/hostile.ts';
import { parseXml } from '../../support/parse-xml.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const origin = 'https://obrii.example';

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
  category: string;
  description: string;
  'content:encoded': string;
}
interface JsonFeed {
  version: string;
  title: string;
  feed_url: string;
  items: {
    id: string;
    url: string;
    title: string;
    content_html: string;
    date_published: string;
    image: string;
    tags: string[];
  }[];
}

describe('an article in the feeds', () => {
  it('has whole addresses in its tags, and its code as it is written', async (t) => {
    const { html } = await serveArticles(t, [
      {
        ...(builtInNews[0] as (typeof builtInNews)[number]),
        slug: 'a',
        content: '<p><a href="#x">note</a> <a href="/about">us</a> <code>&lt;a href="/y"&gt;</code></p>',
      },
    ]);
    const feed = JSON.parse(await html('/feed/en.json')) as JsonFeed;
    assert.equal(
      feed.items[0]?.content_html.split('</p>')[0],
      `<p><a href="${origin}/news/a?lang=en#x">note</a> <a href="${origin}/about">us</a> <code>&lt;a href="/y"></code>`,
    );
  });
});

describe('the feeds', () => {
  it('are the same in every encoding, and are compressed', async (t) => {
    const { get } = await serve(t);
    const bodies = new Set<string>();
    for (const [accepted, used] of [
      ['br, gzip', 'br'],
      ['zstd, br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      // The second request gets what was stored.
      for (let count = 0; count < 2; count += 1) {
        const { headers, text } = await readFeed(accepted);
        assert.equal(headers.get('content-encoding'), used, accepted);
        assert.match(headers.get('vary') ?? '', /accept-encoding/i);
        bodies.add(text);
      }
    }
    assert.equal(bodies.size, 1);

    async function readFeed(accepted: string) {
      const answer = await get('/feed/en.xml', { headers: { 'accept-encoding': accepted } });
      return { headers: answer.headers, text: await answer.text() };
    }
  });

  it('contain every article completely, in both languages and both formats', async (t) => {
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
      for (const [index, news] of builtInNews.entries()) {
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
          lastWords.length > 10 && unbindWords(other?.content_html ?? '').includes(lastWords),
          `${news.slug} is whole`,
        );
        assert.doesNotMatch(other?.content_html ?? '', / (href|src)="\//, 'addresses are absolute');
      }
    }
  });

  it('name the company and the categories in their language, and an unknown category as the backend does', async (t) => {
    const [first, second] = builtInNews;
    assert.ok(first && second);
    const { get } = await serveArticles(t, [
      { ...first, category: 'Technology' },
      { ...second, category: 'Harbours' },
    ]);
    const expected = {
      en: { title: /^Obrii: News/, categories: ['Technology', 'Harbours'] },
      ua: { title: /^Obrii: Новини/, categories: ['Технології', 'Harbours'] },
    };
    for (const language of languageNames) {
      const { title, categories } = expected[language];
      const { channel } = parseXml<Rss>(await (await get(`/feed/${language}.xml`)).text()).rss;
      const json = (await (await get(`/feed/${language}.json`)).json()) as JsonFeed;
      assert.match(channel.title, title);
      assert.equal(json.title, channel.title);
      assert.deepEqual(channel.item.map(({ category }) => category).sort(), categories.toSorted());
      assert.deepEqual(json.items.flatMap(({ tags }) => tags).sort(), categories.toSorted());
    }
  });

  it('keep their ids when headline and slug change', async (t) => {
    const [first] = builtInNews;
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

  it('are 304 for readers that have them, and 404 for other languages', async (t) => {
    const { get } = await serve(t);
    const etag = (await get('/feed/en.xml')).headers.get('etag') ?? '';
    assert.equal((await get('/feed/en.xml', { headers: { 'if-none-match': etag } })).status, 304);
    for (const path of ['/feed/fr.xml', '/feed/en.atom', '/feed', '/sitemap.xml/', '/sitemapZxml'])
      assert.equal((await get(path)).status, 404, path);
  });
});
