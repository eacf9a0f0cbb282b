import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { findBySlug } from '#server/embedded/news/article-rows.ts';
import { publishArticle, unpublishArticle } from '#server/embedded/news/articles.ts';
import { addArticle, editor } from '../support/articles.ts';
import { serveDesk, type ServedDesk } from '../support/desk.ts';
import { until } from '../support/until.ts';

const hourMs = 3_600_000;

/** The form of an article that misses nothing, as a browser sends it. */
const form = {
  'en.headline': 'A new harbour',
  'en.description': 'What it needs.',
  'en.content': 'It *needs* cranes.\r\n\r\n- one\r\n- two',
  'ua.headline': 'Новий порт',
  'ua.description': 'Що йому потрібно.',
  'ua.content': 'Йому *потрібні* крани.',
  category: 'Harbours',
  slug: 'a-new-harbour',
  base: '0',
};
const path = '/news/a-new-harbour';

const photo = () =>
  sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#225599' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '50/1 27/1 0/1' } })
    .toBuffer();

/** The hidden fields and values of a page that somebody sends back. */
const valueOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Signs in, and sends forms of articles. */
async function openEditor(desk: ServedDesk) {
  const headers = await desk.signIn();
  const send = (address: string, fields: Record<string, string>, file?: Buffer) =>
    desk.postForm(address, fields, { headers, ...(file && { file }) });
  const get = (address: string) => desk.get(address, { headers });
  const create = async (fields: Record<string, string>, file?: Buffer) => {
    const answer = await send('/desk/news/new', { ...form, id: randomUUID(), ...fields }, file);
    return { answer, address: (answer.headers.get('location') ?? '').split('?')[0] ?? '' };
  };
  const find = (slug = 'a-new-harbour') => desk.storage.read((database) => findBySlug(database, slug));
  return { headers, send, get, create, find };
}

describe('an article at the desk', () => {
  it('is nowhere on the site as a draft, is everywhere once it is published, and gone at once when it is withdrawn', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const places = async () => {
      const shown: string[] = [];
      for (const place of [
        '/',
        '/news',
        '/news?category=Harbours',
        '/sitemap.xml',
        '/feed/en.xml',
        '/feed/ua.json',
        '/llms.txt',
      ])
        if (/a-new-harbour/.test(await (await desk.get(place)).text())) shown.push(place);
      if ((await desk.get(path)).status === 200) shown.push(path);
      return shown;
    };
    const { answer, address } = await create({ decision: 'save' });
    assert.equal(answer.status, 303);
    assert.deepEqual(await places(), []);
    const published = await send(address, { ...form, base: '1', decision: 'publish' });
    assert.match(published.headers.get('location') ?? '', /done=published$/);
    assert.deepEqual(
      (await places()).filter((place) => place !== '/'),
      ['/news', '/news?category=Harbours', '/sitemap.xml', '/feed/en.xml', '/feed/ua.json', '/llms.txt', path],
    );
    assert.match(await desk.html(path), /It <em>needs<\/em>.cranes\.[\s\S]*<li>one<\/li>/);
    assert.match(await desk.html(`${path}?lang=ua`), /Новий.порт/);

    // What is stored of pages shows the correction with the next request.
    const corrected = { ...form, 'en.content': 'It needs **two** cranes.', base: '1', decision: 'save' };
    await send(address, corrected);
    assert.match(await desk.html(path), /<em>needs/);
    await send(address, { ...corrected, base: '2', decision: 'publish' });
    assert.match(await desk.html(path), /<strong>two<\/strong>/);

    const withdrawn = await desk.post(`${address}/unpublish`, {}, { headers: await desk.signIn() });
    assert.equal(withdrawn.status, 303);
    assert.deepEqual(await places(), []);
    assert.equal((await desk.get(path)).status, 404);
    assert.equal((await find())?.state, 'unpublished');
  });

  it('says what Ukrainian misses before it is published, and stores what was typed all the same', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { answer } = await create({ 'ua.content': '', decision: 'publish' });
    assert.equal(answer.status, 422);
    const html = await answer.text();
    assert.match(html, /Ukrainian is missing: text\./);
    assert.match(html, /value="publish-anyway"/);
    const row = await find();
    assert.equal(row?.state, 'draft');
    const incomplete = await create({ slug: 'empty', 'en.content': '', category: '', decision: 'publish' });
    assert.equal(incomplete.answer.status, 422);
    const words = await incomplete.answer.text();
    assert.match(words, /Saved, but not published\.[\s\S]*href="#desk-category"[\s\S]*id="desk-en-content-error"/);
    assert.doesNotMatch(words, /Not saved yet/);
    const anyway = { ...form, 'ua.content': '', base: '1', decision: 'publish-anyway' };
    assert.equal((await send(`/desk/news/${row?.id}`, anyway)).status, 303);
    assert.equal((await find())?.state, 'published');
    assert.match(await desk.html(`${path}?lang=ua`), /It <em>needs<\/em>/);
  });

  it('tells the second of two editors, and loses neither text', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const first = { ...form, 'en.headline': 'The first', base: '1', decision: 'save' };
    const second = { ...form, 'en.headline': 'The second', base: '1', decision: 'publish' };
    assert.equal((await send(address, first)).status, 303);
    const stale = await send(address, second);
    assert.equal(stale.status, 409);
    const html = await stale.text();
    assert.match(html, /value="The second"/);
    assert.match(html, /marta@obrii\.example has saved version 2/);
    assert.equal((await find())?.state, 'draft', 'nothing was published');
    assert.equal(valueOf(html, 'base'), '2');
    await send(address, { ...second, base: '2', decision: 'save' });
    const history = await (await get(`${address}/versions`)).text();
    assert.match(history, /Version 3<\/a>[\s\S]*Version 2<\/a>[\s\S]*Changed: headline, english[\s\S]*Version 1<\/a>/);
    assert.match(await (await get(`${address}/versions/2`)).text(), /The first/);
    const headers = await desk.signIn();
    assert.equal((await desk.post(`${address}/versions/2`, {}, { headers })).status, 303);
    assert.match(await (await desk.get(address, { headers })).text(), /value="The first"/);
  });

  it('is one article however often its form is sent', async (t) => {
    const desk = await serveDesk(t);
    const { send } = await openEditor(desk);
    const fields = { ...form, slug: '', id: randomUUID(), decision: 'save' };
    const answers = await Promise.all([1, 2, 3].map(() => send('/desk/news/new', fields)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    );
    const rows = await desk.storage.read((database) =>
      database.selectFrom('news').select(['slug', 'version']).where('state', '=', 'draft').execute(),
    );
    assert.deepEqual(rows, [{ slug: 'a-new-harbour', version: 1 }]);
  });

  it('is previewed as the page that it will be, by nobody else', async (t) => {
    const desk = await serveDesk(t);
    const { get, create } = await openEditor(desk);
    const { address } = await create({
      'en.content': 'Cranes <script>alert(1)</script> and\n\n<img src=x onerror=alert(1)>',
      decision: 'save',
    });
    const preview = await get(`${address}/preview`);
    assert.equal(preview.status, 200);
    assert.equal(preview.headers.get('cache-control'), 'no-store');
    assert.match(preview.headers.get('x-robots-tag') ?? '', /noindex/);
    const policy = preview.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self';.*; sandbox allow-same-origin$/);
    const html = await preview.text();
    assert.match(html, /<article>[\s\S]*A new.harbour/);
    assert.match(html, /<aside class="desk__preview"/);
    assert.match(html, /<meta name="robots" content="noindex/);
    assert.doesNotMatch(html, /<script|onerror|modulepreload/);
    assert.match(await (await get(`${address}/preview?lang=ua`)).text(), /<html lang="uk">[\s\S]*Новий.порт/);
    assert.equal((await desk.get(`${address}/preview`)).headers.get('location'), '/desk/sign-in');
    assert.equal((await desk.get(path)).status, 404);
  });
});

describe('the picture of an article', () => {
  it('is stored with its description in both languages, and shown once the article is', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find } = await openEditor(desk);
    const without = await send('/desk/news/new', { ...form, id: randomUUID(), decision: 'save' }, await photo());
    assert.equal(without.status, 422);
    const html = await without.text();
    assert.match(html, /id="desk-en-imageAlt-error"[\s\S]*id="desk-ua-imageAlt-error"/);
    // The file does not have to be chosen again.
    const picture = valueOf(html, 'picture');
    assert.match(picture, /^[\da-f]{32}$/);
    const described = { picture, 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт' };
    const { address } = await create({ ...described, decision: 'save' });
    const [hidden, own] = [`/media/pictures/${picture}-wide.webp`, `/desk/news/pictures/${picture}-wide.webp`];
    assert.equal((await desk.get(hidden)).status, 404, 'visitors do not see pictures of drafts');
    assert.equal((await desk.get(own)).headers.get('location'), '/desk/sign-in');
    assert.match(await (await get(`${address}/preview`)).text(), new RegExp(`srcSet="${own}"`));
    const bytes = Buffer.from(await (await get(own)).arrayBuffer());
    const { format, width, exif } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, exif], ['webp', 1800, undefined]);
    await send(address, { ...form, ...described, base: '1', decision: 'publish' });
    assert.match(
      await desk.html(path),
      new RegExp(`srcSet="${hidden}".*<img src="/media/pictures/${picture}-\\w+.webp" alt="A port"`),
    );
    const shown = await desk.get(hidden);
    assert.equal(shown.headers.get('content-type'), 'image/webp');
    assert.ok(Buffer.from(await shown.arrayBuffer()).equals(bytes));
    assert.equal((await desk.get(`/media/pictures/${picture}-master.webp`)).status, 404);
    await send(address, { ...form, base: '1', picture, removePicture: 'yes', decision: 'publish' });
    assert.equal((await desk.get(hidden)).status, 404, 'no article names it any more');
    assert.doesNotMatch((await find())?.item ?? '', /media/);
  });

  it('is refused by its content and its size, and the words that were typed come back', async (t) => {
    const desk = await serveDesk(t);
    const { send, find } = await openEditor(desk);
    const fields = { ...form, id: randomUUID(), 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт', decision: 'publish' };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>');
    for (const [file, words] of [
      [svg, /not a PNG, JPEG or WebP/],
      [Buffer.concat([await photo(), Buffer.alloc(11 * 1024 * 1024)]), /too large: at most 10 MB/],
      [(await photo()).subarray(0, 2000), /broken/],
    ] as const) {
      const answer = await send('/desk/news/new', fields, file);
      assert.equal(answer.status, 422);
      const html = await answer.text();
      assert.match(html, words);
      assert.match(html, /value="A new harbour"[\s\S]*It \*needs\* cranes\.\n\n- one/);
    }
    assert.equal(await find(), undefined);
    const pictures = await desk.storage.read((database) => database.selectFrom('news_pictures').select('id').execute());
    assert.deepEqual(pictures, []);
  });

  it('is not read where nobody has signed in', async (t) => {
    const desk = await serveDesk(t);
    const answer = await desk.postForm('/desk/news/new', { ...form, id: randomUUID() }, { file: await photo() });
    assert.equal(answer.status, 403);
    const plain = await desk.post('/desk/news/new', form, { headers: await desk.signIn() });
    assert.equal(plain.status, 404, 'a form that names no id stores nothing');
  });
});

describe('a site with a desk', () => {
  it('shows by itself what was done elsewhere, and what has become due', async (t) => {
    const desk = await serveDesk(t, { newsPollMs: 50 });
    const actor = { who: editor, now: Date.now() };
    const status = async () => (await desk.get(path)).status;
    await until('the first answer has come', async () => /smart-protective/.test(await desk.html('/news')));
    const due = new Date(Date.now() + hourMs).toISOString();
    let row = await desk.storage.write((database) => addArticle(database, { date: due }));
    ({ row } = await desk.storage.write((database) => publishArticle(database, row, actor)));
    assert.equal(await status(), 404);
    assert.doesNotMatch(await desk.html('/news'), /a-new-harbour/);
    // The clock of the database’s rows is moved, not that of the computer.
    const past = new Date(Date.now() - 1000).toISOString();
    await desk.storage.write((database) =>
      database.updateTable('news').set({ date: past }).where('id', '=', row.id).execute(),
    );
    // Nobody has announced anything, and both pages were stored a moment ago.
    await until('the list has it', async () => /a-new-harbour/.test(await desk.html('/news')));
    await until('its page is there', async () => (await status()) === 200);
    await desk.storage.write((database) => unpublishArticle(database, row, actor));
    await until('it is gone', async () => (await status()) === 404);
  });
});
