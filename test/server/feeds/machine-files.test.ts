import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { publicPages } from '../../support/public-pages.ts';
import { serve } from '../../support/serve.ts';

const origin = 'https://obrii.example';

describe('files for machines', () => {
  it('show robots the address of the sitemap', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/robots.txt')).text();
    assert.match(text, /^User-agent: \*$/m);
    assert.match(text, /^Sitemap: https:\/\/obrii\.example\/sitemap\.xml$/m);
    assert.doesNotMatch(text, /Disallow: \/$/m);
  });

  it('name a security contact that expires within a year, also when the site has run for long', async (t) => {
    const { get } = await serve(t);
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2028-05-14T03:02:01Z') });
    const answer = await get('/.well-known/security.txt');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/);
    const text = await answer.text();
    assert.match(text, /^Contact: mailto:security@obrii\.example$/m);
    assert.match(text, /^Expires: 2029-05-01T00:00:00\.000Z$/m);
    assert.match(text, /^Canonical: https:\/\/obrii\.example\/\.well-known\/security\.txt$/m);
    assert.match(text, /^Preferred-Languages: en, uk$/m);
  });

  it('describe the site for a home screen, in the language of the page, with icons of the stated sizes', async (t) => {
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

  it('have an icon at the old address', async (t) => {
    const { get } = await serve(t);
    const answer = await get('/favicon.ico');
    const icon = Buffer.from(await answer.arrayBuffer());
    const part = await get('/favicon.ico', { headers: { range: 'bytes=0-9' } });
    assert.deepEqual([answer.status, part.status], [200, 206]);
    for (const { headers } of [answer, part]) assert.equal(headers.get('content-type'), 'image/x-icon');
    assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2)], [0, 1]);
    const touch = Buffer.from(await (await get('/apple-touch-icon.png')).arrayBuffer());
    assert.equal(touch.readUInt32BE(16), 180);
  });

  it('list the Markdown of every page and article for assistants', async (t) => {
    const { get } = await serve(t);
    const text = await (await get('/llms.txt')).text();
    assert.match(text, /^# Obrii\n\n> /);
    assert.match(text, /^Email: hello@obrii\.example$/m);
    const found = [...text.matchAll(/^- \[.+?\]\((https:\/\/obrii\.example\/\S+)\): .+$/gm)].map(
      ([, address = '']) => address,
    );
    const paths = [
      ...publicPages.map((path) => (path === '/' ? '/index' : path)),
      ...builtInNews.map(({ slug }) => `/news/${slug}`),
    ];
    assert.deepEqual(
      found.sort(),
      paths.flatMap((path) => languageNames.map((language) => `${origin}${path}.md?lang=${language}`)).sort(),
    );
  });
});
