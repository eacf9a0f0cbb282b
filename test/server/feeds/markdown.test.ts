import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { routes } from '#client/routes.ts';
import { pageToMarkdown } from '#server/feeds/markdown.ts';
import { answerAsUsual, articles, sendJson } from '../../support/fake-backend.ts';
import { hostileNews, wildArticle } from '../../support/hostile.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const origin = 'https://obrii.example';
const place = { origin, page: '/gitl', formLink: 'Open the form' } as const;
const markdown = { accept: 'text/markdown' };
const pages = routes
  .filter(({ hidden }) => !hidden)
  .map(({ path }) => path.replace(':slug', 'smart-protective-equipment'));
const markdownPathOf = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);
const decoded = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

describe('the Markdown of a page', () => {
  it('has the address of a picture that is printed into the page', () => {
    const html =
      '<main><img src="data:image/svg+xml,%3csvg/%3e" data-address="/media/news/a.svg" alt="A watch"></main>';
    assert.equal(pageToMarkdown(html, { ...place, language: 'en' }), `![A watch](${origin}/media/news/a.svg)\n`);
  });

  it('of a category is not shared before the site knows its categories', async (t) => {
    const { get, backend } = await serve(t);
    backend.respondWith((request, response, body) => {
      if (request.url === '/api/news/categories') sendJson(response, 500, {});
      else answerAsUsual(request, response, body);
    });
    const response = await get('/news.md?category=made-up');
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
    assert.match(await response.text(), /No news here yet/);
    backend.respondWith(null);
    assert.match((await get('/news.md?category=Technology')).headers.get('cache-control') ?? '', /^public/);
  });

  it('has the content of every page in both languages, at its own address and by negotiation', async (t) => {
    const { get } = await serve(t);
    for (const path of pages) {
      for (const language of languageNames) {
        const response = await get(`${markdownPathOf(path)}?lang=${language}`);
        const text = await response.text();
        assert.equal(response.status, 200, path);
        assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
        assert.equal(response.headers.get('content-language'), language === 'ua' ? 'uk' : 'en');
        assert.equal(response.headers.get('link'), `<${origin}${path}?lang=${language}>; rel="canonical"`);
        assert.doesNotMatch(text, /<\/?(div|span|p|svg|script|button|form)\b|<!--/);
        const heading = /^# .*/m.exec(text)?.[0];
        const html = await (await get(`${path}?lang=${language}`)).text();
        const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
        assert.equal(
          heading?.slice(2).replace(/\\/g, '').replace(/\s+/g, ' '),
          unbindWords(decoded(title)).replace(/\s+/g, ' ').trim(),
          path,
        );

        const negotiated = await get(`${path}?lang=${language}`, { headers: markdown });
        assert.equal(await negotiated.text(), text);
        assert.match(negotiated.headers.get('vary') ?? '', /\bAccept\b/);
        assert.equal(negotiated.headers.get('cache-control'), 'private, no-cache');
      }
    }
  });

  it('expires even when it is requested all the time', async (t) => {
    const { html, backend } = await serve(t);
    const [article] = articles;
    const path = `/news/${article?.slug}.md?lang=en`;
    const realNow = performance.now.bind(performance);
    let later = 0;
    t.mock.method(performance, 'now', () => realNow() + later);
    await html(path);
    backend.respondWith((request, response, body) => {
      if (request.url === `/api/news/${article?.slug}`)
        sendJson(response, 200, { ...article, headline: 'A corrected headline' });
      else answerAsUsual(request, response, body);
    });
    const headlines: boolean[] = [];
    for (let round = 0; round < 3; round += 1) {
      later += 40_000;
      headlines.push((await html(path)).includes('# A corrected headline'));
    }
    assert.deepEqual(headlines, [false, true, true]);
  });

  it('has its age in a header, also after the clock of the system was set', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/about.md')).headers.get('age'), '0');
    const realNow = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => realNow() + 42_000);
    const realDate = Date.now.bind(Date);
    t.mock.method(Date, 'now', () => realDate() + 3_600_000);
    assert.match((await get('/about.md')).headers.get('age') ?? '', /^4[2-9]$/);
  });

  it('is never served instead of the page by a cache that reads Vary, nor the page instead of it', async (t) => {
    const { get } = await serve(t);
    for (let round = 0; round < 2; round += 1) {
      const [html, text] = [await get('/about'), await get('/about', { headers: markdown })];
      assert.match(html.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(html.headers.get('vary') ?? '', /\bAccept\b/);
      assert.match(text.headers.get('content-type') ?? '', /^text\/markdown/);
    }
  });

  it('is sent only to clients that prefer it', async (t) => {
    const { get } = await serve(t);
    const kinds = [
      ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
      ['*/*', 'text/html'],
      ['text/html, text/markdown;q=0.5', 'text/html'],
      ['text/markdown;q=0', 'text/html'],
      ['text/markdown, text/html;q=0.9, */*;q=0.8', 'text/markdown'],
      ['text/markdown', 'text/markdown'],
    ] as const;
    for (const [accept, type] of kinds) {
      const answer = await get('/team', { headers: { accept } });
      assert.ok(answer.headers.get('content-type')?.startsWith(type), accept);
    }
  });

  it('of an article has its whole text, its questions, its picture and absolute links', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/news/wearable-safety-roi.md?lang=en')).text();
    const article = builtInNews.find(({ slug }) => slug === 'wearable-safety-roi');
    assert.match(text, /^### .+\?$/m);
    assert.match(text, /^!\[.+\]\(https:\/\/obrii\.example\/media\/news\/watch\.svg\)$/m);
    assert.match(text, /^## Our view$/m);
    const headings = [...(article?.content ?? '').matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading = '']) => heading);
    assert.ok(headings.length > 0);
    for (const heading of headings) assert.ok(text.includes(`## ${heading}`), heading);
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
    for (const link of links) assert.match(link, /^https?:\/\//);
    const pages = links.filter((link) => /^https:\/\/obrii\.example\/(?!media)/.test(link));
    assert.ok(pages.length > 0);
    for (const link of pages) assert.match(link, /lang=en/);
  });

  it('has questions that open as headings, each with its answer', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/process.md?lang=en')).text();
    assert.match(text, /^### Smallest project\n\nTwo engineers for two weeks/m);
    const gitl = await (await get('/gitl.md?lang=en')).text();
    assert.match(gitl, /^Drawing of the GITL window/m);
    assert.doesNotMatch(gitl, /7F3A-91C2/);
  });

  it('does not exist for pages that are missing, hidden or spelt otherwise', async (t) => {
    const { get } = await serve(t);
    for (const path of ['/none.md', '/news/none.md', '/checkout.md', '/.md', '/About.md', '/news/a/b.md'])
      assert.equal((await get(path)).status, 404, path);
    assert.equal((await get('/none', { headers: markdown })).status, 404);
    assert.equal((await get('/News/', { headers: markdown })).status, 301);
  });

  it('of a missing page is one text in each language, which caches do not share', async (t) => {
    const { get } = await serve(t);
    for (const [language, title] of [
      ['en', /^# 404\n\nOops! Page not found\n\n\[/],
      ['ua', /^# 404\n\nОй! Сторінку не знайдено\n\n\[/],
    ] as const) {
      const [first, second] = [`/none?lang=${language}`, `/news/a/b?lang=${language}`];
      const answer = await get(first, { headers: markdown });
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
      assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/);
      assert.equal(answer.headers.get('link'), null);
      const text = await answer.text();
      assert.match(text, title);
      assert.equal(await (await get(second, { headers: markdown })).text(), text);
    }
    assert.match((await get('/none')).headers.get('content-type') ?? '', /^text\/html/);
    assert.equal((await get('/none', { headers: markdown, method: 'HEAD' })).status, 404);
  });

  it('of the news lists each article once, and of the contacts leads to the form', async (t) => {
    const { html } = await serve(t);
    const links = [...(await html('/news.md?lang=en')).matchAll(/\]\(([^)]*\/news\/[^)]*)\)/g)].map(([, link]) => link);
    assert.ok(links.length > 0);
    assert.deepEqual(links, [...new Set(links)]);
    const contacts = await html('/contacts.md?lang=en');
    assert.ok(contacts.includes(`[Open the form on the site](${origin}/contacts?lang=en#contact-form)`));
    assert.match(contacts, /^By email: <hello@obrii\.example>$/m);
    assert.doesNotMatch(contacts, /fields are required/);
  });

  it('stays valid whatever the backend sends', async (t) => {
    const { get } = await serveArticles(t, [...hostileNews, wildArticle]);
    for (const { slug } of [...hostileNews, wildArticle]) {
      const answer = await get(`/news/${slug}.md?lang=en`);
      assert.equal(answer.status, 200);
      assert.doesNotMatch(await answer.text(), /(?<!\\)<script|[^\P{Cc}\n]/u);
    }
  });

  it('keeps tables, lists and definitions, and leaves out decoration and controls', () => {
    const html = `<main id="main"><h1><span>Two</span> <i>words</i></h1><nav><a href="/x">tab</a></nav><button>press</button><svg><title>icon</title></svg>
      <span aria-hidden="true">twice</span><table><caption>Hours</caption><thead><tr><th>Task</th><th>Time</th></tr></thead><tbody><tr><td>A|B</td><td>2</td></tr></tbody></table>
      <dl><dt>Term</dt><dd>Meaning</dd></dl><p>By <a href="/team">us</a> and <a href="https://example.org/">them</a></p><form><input></form></main>`;
    const text = pageToMarkdown(html, { ...place, language: 'ua' });
    assert.match(text, /^# Two words$/m);
    assert.match(text, /^\| Task \| Time \|\n\| -+ \| -+ \|\n\| A\\\|B \| 2 \|$/m);
    assert.match(text, /\*\*Term\*\*: Meaning/);
    assert.ok(text.includes(`By [us](${origin}/team?lang=ua) and [them](https://example.org/)`));
    assert.doesNotMatch(text, /tab|press|icon|twice/);
  });

  it('is cut when a page is longer than any page of the site', () => {
    const html = `<main><p>first</p><p>${'word '.repeat(120_000)}</p><p>last</p></main>`;
    const text = pageToMarkdown(html, { ...place, language: 'en' });
    assert.match(text, /^first$/m);
    assert.doesNotMatch(text, /last/);
    assert.ok(text.length <= 500_000, `${text.length}`);
  });
});
