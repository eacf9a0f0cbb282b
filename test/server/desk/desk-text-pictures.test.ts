import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { serveDesk } from '../../support/desk.ts';

const photo = () =>
  sharp({ create: { width: 1400, height: 900, channels: 3, background: '#117755' } })
    .png()
    .toBuffer();

const page = '/desk/news/pictures';
/** Returns the Markdown line that the page shows for a language. */
const lineIn = (html: string, language: string) =>
  new RegExp(`name="${language}.line"[^>]*? value="([^"]*)"`).exec(html)?.[1] ?? '';

describe('a picture within the text of an article', () => {
  it('is stored with a description in both languages, gives a line of Markdown for each text, and is shown once the article is', async (t) => {
    const desk = await serveDesk(t);
    const headers = await desk.signIn();
    assert.match(await (await desk.get('/desk/news/new', { headers })).text(), new RegExp(`href="${page}"`));
    assert.match(await (await desk.get(page, { headers })).text(), /type="file"/);
    const words = { 'en.imageAlt': 'A [lamp]', 'ua.imageAlt': '' };
    const refused = await desk.postForm(page, words, { headers, file: await photo() });
    assert.equal(refused.status, 422);
    const again = await refused.text();
    assert.match(again, /id="desk-ua-imageAlt-error"/);
    // The user does not choose the file again.
    const picture = /name="picture" value="([\da-f]{32})"/.exec(again)?.[1] ?? '';
    const stored = await desk.postForm(page, { ...words, 'ua.imageAlt': 'Лампа', picture }, { headers });
    assert.equal(stored.status, 200);
    const html = await stored.text();
    const [en, ua] = [lineIn(html, 'en'), lineIn(html, 'ua')];
    const address = `/media/pictures/${picture}-wide.webp`;
    assert.deepEqual([en, ua], [`![A \\[lamp\\]](${address})`, `![Лампа](${address})`]);
    assert.equal((await desk.get(address)).status, 404, 'no article shows it yet');
    const form = {
      id: randomUUID(),
      base: '0',
      'en.headline': 'A lamp',
      'en.description': 'It shines.',
      'en.content': `Look.\n\n${en}\n\nThe end.`,
      'ua.headline': 'Лампа',
      'ua.description': 'Вона світить.',
      'ua.content': `Дивіться.\n\n${ua}`,
      category: 'Light',
      slug: 'a-lamp',
      decision: 'publish',
    };
    assert.equal((await desk.postForm('/desk/news/new', form, { headers })).status, 303);
    assert.equal((await desk.get(address)).status, 200, 'a robot asks for it before anybody has opened the article');
    const article = await desk.html('/news/a-lamp');
    const image = new RegExp(`<img src="${address}" alt="A \\[lamp\\]" loading="lazy" width="1800" height="800">`);
    assert.match(article, image);
    assert.equal((await desk.get(address)).headers.get('content-type'), 'image/webp');
    const entries = await desk.storage.read((database) => database.selectFrom('desk_acts').select('act').execute());
    assert.equal(entries.filter(({ act }) => act === 'picture-stored').length, 1);
  });

  it('is refused for its content, for its size, and when no file was chosen', async (t) => {
    const desk = await serveDesk(t);
    const headers = await desk.signIn();
    const words = { 'en.imageAlt': 'A lamp', 'ua.imageAlt': 'Лампа' };
    const small = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const [file, fault] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a PNG, JPEG or WebP/],
      [small, /too small/],
      [Buffer.alloc(11 * 1024 * 1024), /too large/],
      [undefined, /Choose a file first/],
    ] as const) {
      const answer = await desk.postForm(page, words, { headers, ...(file && { file }) });
      assert.equal(answer.status, 422);
      const html = await answer.text();
      assert.match(html, fault);
      assert.match(html, /value="A lamp"/);
    }
    assert.equal((await desk.postForm(page, words, { file: await photo() })).status, 403);
  });
});
