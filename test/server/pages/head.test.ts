import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { errorRoute, routes } from '#client/routes.ts';
import { answerAsUsual, sendJson } from '../../support/fake-backend.ts';
import { hostileHeadlines, hostileNews } from '../../support/hostile.ts';
import { readHead, type ReadHead } from '../../support/read-head.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const origin = 'https://obrii.example';
const article = '/news/smart-protective-equipment';
const pages = [
  ...routes.map(({ path, hidden }) => ({ path: path.replace('/news/:slug', article), hidden })),
  { path: '/news/wearable-safety-roi', hidden: false },
];

const one = ({ meta }: ReadHead, name: string): string => {
  assert.equal(meta.get(name)?.length, 1, `one ${name}`);
  return meta.get(name)?.[0] ?? '';
};
const links = (head: ReadHead, rel: string) => head.links.filter((link) => link['rel'] === rel);
const alternates = (head: ReadHead): Record<string, string | undefined> =>
  Object.fromEntries(
    links(head, 'alternate').flatMap(({ hreflang, href }): [string, string | undefined][] =>
      hreflang ? [[hreflang, href]] : [],
    ),
  );
const address = (path: string, language: Language) => `${path}?lang=${language}`;

async function readHeads(t: TestContext): Promise<Map<string, ReadHead>> {
  const { html } = await serve(t);
  const heads = new Map<string, ReadHead>();
  for (const { path } of pages)
    for (const language of languageNames) {
      const where = address(path, language);
      heads.set(where, readHead(await html(where)));
    }
  return heads;
}

/** The heads of all pages are read once, by the first test that needs them. */
let known: ReturnType<typeof readHeads> | undefined;

/** Returns the function that finds the head of an address. */
async function openHeads(t: TestContext): Promise<(where: string) => ReadHead> {
  const heads = await (known ??= readHeads(t));
  return (where) => heads.get(where) ?? assert.fail(`${where} was not read`);
}

describe('the head', () => {
  it('of every route in both languages is complete, with the right lengths', async (t) => {
    const headOf = await openHeads(t);
    for (const { path, hidden } of pages) {
      for (const language of languageNames) {
        const where = address(path, language);
        const head = headOf(where);
        const { title } = head;
        const description = one(head, 'description');
        assert.equal(head.language, languages[language].html, where);
        assert.ok(title.length >= 30 && title.length <= 60, `${where}: title of ${title.length}: ${title}`);
        assert.ok(
          description.length >= 70 && description.length <= 160,
          `${where}: description of ${description.length}: ${description}`,
        );
        assert.equal(one(head, 'robots'), hidden ? 'noindex, follow' : 'index, follow', where);
        assert.equal(one(head, 'og:title'), title);
        assert.equal(one(head, 'og:description'), description);
        assert.equal(one(head, 'og:url'), `${origin}${where}`);
        assert.equal(one(head, 'og:site_name'), 'Obrii');
        assert.equal(one(head, 'og:type'), path.startsWith('/news/') ? 'article' : 'website');
        assert.equal(one(head, 'og:locale'), language === 'ua' ? 'uk_UA' : 'en_US');
        assert.equal(one(head, 'og:locale:alternate'), language === 'ua' ? 'en_US' : 'uk_UA');
        assert.match(one(head, 'og:image'), /^https:\/\/obrii\.example\/.+\.(png|jpg)$/);
        assert.equal(one(head, 'og:image:width'), '1200');
        assert.equal(one(head, 'og:image:height'), '630');
        // The title may contain quotation marks itself.
        assert.match(one(head, 'og:image:alt'), language === 'ua' ? /[^.]\. Малюнок / : /[^.]\. Drawing /, where);
        assert.equal(one(head, 'twitter:card'), 'summary_large_image');
        assert.equal(one(head, 'twitter:title'), title);
        assert.equal(one(head, 'twitter:image'), one(head, 'og:image'));
        for (const content of [...head.meta.values()].flat())
          assert.doesNotMatch(content, /[{}]|undefined|null/, where);
        // A non-breaking space or a word joiner is another character for a machine.
        assert.doesNotMatch([title, ...[...head.meta.values()].flat()].join('\n'), /[\u00a0\u00ad\u200b\u2060]/, where);
        if (hidden) continue;
        assert.deepEqual(
          links(head, 'canonical').map(({ href }) => href),
          [`${origin}${where}`],
        );
      }
    }
  });

  it('is unique across the site', async (t) => {
    const headOf = await openHeads(t);
    const seen = {
      title: new Map<string, string>(),
      description: new Map<string, string>(),
      canonical: new Map<string, string>(),
    };
    for (const { path } of pages.filter(({ hidden }) => !hidden)) {
      for (const language of languageNames) {
        const where = address(path, language);
        const head = headOf(where);
        const values = {
          title: head.title,
          description: one(head, 'description'),
          canonical: links(head, 'canonical')[0]?.['href'] ?? '',
        };
        for (const kind of ['title', 'description', 'canonical'] as const) {
          assert.equal(
            seen[kind].get(values[kind]),
            undefined,
            `${kind} of ${where} and ${seen[kind].get(values[kind])}`,
          );
          seen[kind].set(values[kind], where);
        }
      }
    }
  });

  it('links to the other language, which links back', async (t) => {
    const headOf = await openHeads(t);
    for (const { path } of pages.filter(({ hidden }) => !hidden)) {
      const expected = {
        en: `${origin}${path}?lang=en`,
        uk: `${origin}${path}?lang=ua`,
        'x-default': `${origin}${path}`,
      };
      for (const language of languageNames) {
        const head = headOf(address(path, language));
        assert.deepEqual(alternates(head), expected);
        // The canonical address of a page is one of its alternates.
        assert.equal(links(head, 'canonical')[0]?.['href'], expected[language === 'ua' ? 'uk' : 'en']);
      }
    }
  });

  it('links to feeds and to the Markdown of the page, which exist', async (t) => {
    const { html, get } = await serve(t);
    for (const language of languageNames) {
      for (const path of ['/', '/about', article]) {
        const head = readHead(await html(address(path, language)));
        for (const type of ['application/rss+xml', 'application/feed+json', 'text/markdown']) {
          const found = links(head, 'alternate').filter((link) => link['type'] === type);
          assert.equal(found.length, 1, `${type} on ${path}`);
          const answer = await get((found[0]?.['href'] ?? '').replace(origin, ''));
          assert.equal(answer.status, 200);
          assert.ok(answer.headers.get('content-type')?.startsWith(type));
          assert.equal(answer.headers.get('content-language') ?? languages[language].html, languages[language].html);
        }
        for (const rel of ['icon', 'apple-touch-icon', 'manifest']) {
          assert.ok(links(head, rel).length > 0, rel);
          for (const { href } of links(head, rel)) assert.equal((await get(href ?? '')).status, 200, href ?? rel);
        }
      }
    }
  });

  it('of a missing page forbids indexing, and has no canonical address', async (t) => {
    const { get } = await serve(t);
    for (const path of ['/none', '/news/none', '/checkout?status=success', '/news?category=None']) {
      const head = readHead(await (await get(path)).text());
      assert.equal(one(head, 'robots'), 'noindex, follow', path);
      assert.deepEqual(links(head, 'canonical'), []);
      assert.deepEqual(alternates(head), {});
    }
    assert.ok(errorRoute.hidden);
  });

  it('depends neither on the Host header nor on tracking parameters', async (t) => {
    const { html, get } = await serve(t);
    const plain = await html('/about?lang=en');
    for (const query of ['utm_source=x&utm_medium=y', 'gclid=1', 'fbclid=2&lang=en']) {
      const tracked = await get(`/about?lang=en&${query}`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      });
      assert.equal(await tracked.text(), plain, query);
      assert.equal(tracked.headers.get('cache-control'), 'private, no-cache');
    }
    const [first, second] = [await get('/about'), await get('/about?utm_campaign=z&gclid=3')];
    assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    assert.equal(second.headers.get('cache-control'), first.headers.get('cache-control'));
  });

  it('gives a category of news its own address', async (t) => {
    const { html } = await serve(t);
    const head = readHead(await html('/news?category=Technology&lang=ua&utm_source=x'));
    assert.equal(links(head, 'canonical')[0]?.['href'], `${origin}/news?category=Technology&lang=ua`);
    assert.equal(alternates(head)['en'], `${origin}/news?category=Technology&lang=en`);
  });

  it('has the backend’s name of a category without a text, and leaves out an unknown one', async (t) => {
    const { html, backend } = await serve(t);
    const filed = [
      { name: 'Technology', count: 2 },
      { name: 'Home & <garden>', count: 1 },
    ];
    backend.respondWith((request, response, body) => {
      if (request.url === '/api/news/categories') sendJson(response, 200, filed);
      else answerAsUsual(request, response, body);
    });
    const plain = readHead(await html('/news?lang=en'));
    const head = readHead(await html(`/news?category=${encodeURIComponent('Home & <garden>')}&lang=en`));
    assert.equal(head.title, `Home & <garden>: ${plain.title}`);
    assert.equal(one(head, 'robots'), 'index, follow');
    assert.equal(links(head, 'canonical')[0]?.['href'], `${origin}/news?category=Home+%26+%3Cgarden%3E&lang=en`);
    const unknown = readHead(await html('/news?category=Garden&lang=en'));
    assert.equal(unknown.title, plain.title);
    assert.equal(one(unknown, 'robots'), 'noindex, follow');
    assert.deepEqual(links(unknown, 'canonical'), []);
    const empty = readHead(await html('/news?category=Science&lang=en'));
    assert.equal(one(empty, 'robots'), 'noindex, follow', 'a category with a name and without news');
  });

  it('keeps hostile headlines short, whole and inside their tags', async (t) => {
    const { html } = await serveArticles(t, hostileNews);
    for (const name of Object.keys(hostileHeadlines)) {
      const text = await html(`/news/hostile-${name}?lang=en`);
      const head = readHead(text);
      assert.ok(head.title.length <= 60, `${name}: ${head.title}`);
      assert.ok(head.title.isWellFormed() && head.title.trim().length > 10, `${name}: ${head.title}`);
      assert.ok(one(head, 'description').length <= 160);
      assert.doesNotMatch(text, /<script>alert/);
      assert.doesNotMatch(head.title, /\p{Cc}|[\u202a-\u202e]/u);
    }
  });

  it('contains when an article was published, by whom and on what subject', async (t) => {
    const { html } = await serve(t);
    const head = readHead(await html(article));
    assert.equal(one(head, 'article:published_time'), '2025-10-18T07:30:00Z');
    assert.equal(one(head, 'article:section'), 'Technology');
    assert.equal(one(head, 'article:author'), 'Danylo Kovtun');
    assert.equal(one(head, 'og:image'), `${origin}/og/news/smart-protective-equipment-en.png`);
  });
});
