import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { fieldsOf } from '#server/embedded/news/article-rows.ts';
import { publishArticle, saveArticle, unpublishArticle } from '#server/embedded/news/articles.ts';
import { addArticle, editor } from '../../support/articles.ts';
import { serveDesk } from '../../support/desk.ts';
import { articleForm, articlePath, openEditor, valueOf } from '../../support/desk-editor.ts';
import { until } from '../../support/until.ts';

const hourMs = 3_600_000;

describe('an article at the desk', () => {
  it('is not on the site as a draft, is everywhere once it is published, and disappears at once when it is withdrawn', async (t) => {
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
      if ((await desk.get(articlePath)).status === 200) shown.push(articlePath);
      return shown;
    };
    const { answer, address } = await create({ decision: 'save' });
    assert.equal(answer.status, 303);
    assert.deepEqual(await places(), []);
    const published = await send(address, { ...articleForm, base: '1', decision: 'publish' });
    assert.match(published.headers.get('location') ?? '', /done=published$/);
    assert.deepEqual(
      (await places()).filter((place) => place !== '/'),
      ['/news', '/news?category=Harbours', '/sitemap.xml', '/feed/en.xml', '/feed/ua.json', '/llms.txt', articlePath],
    );
    assert.match(await desk.html(articlePath), /It <em>needs<\/em>.cranes\.[\s\S]*<li>one<\/li>/);
    assert.match(await desk.html(`${articlePath}?lang=ua`), /Новий.порт/);

    // The next request of a cached page must show the correction.
    const corrected = { ...articleForm, 'en.content': 'It needs **two** cranes.', base: '1', decision: 'save' };
    await send(address, corrected);
    assert.match(await desk.html(articlePath), /<em>needs/);
    await send(address, { ...corrected, base: '2', decision: 'publish' });
    assert.match(await desk.html(articlePath), /<strong>two<\/strong>/);

    // A colleague who opened the editor before the publication still sees the button to delete the draft.
    const refused = await desk.post(`${address}/delete`, {}, { headers: await desk.signIn() });
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /has\s+been\s+published/);
    const withdrawn = await desk.post(`${address}/unpublish`, {}, { headers: await desk.signIn() });
    assert.equal(withdrawn.status, 303);
    assert.deepEqual(await places(), []);
    assert.equal((await desk.get(articlePath)).status, 404);
    assert.equal((await find())?.state, 'unpublished');
  });

  it('names the missing Ukrainian texts before it is published, and is stored nevertheless', async (t) => {
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
    const anyway = { ...articleForm, 'ua.content': '', base: '1', decision: 'publish-anyway' };
    assert.equal((await send(`/desk/news/${row?.id}`, anyway)).status, 303);
    assert.equal((await find())?.state, 'published');
    assert.match(await desk.html(`${articlePath}?lang=ua`), /It <em>needs<\/em>/);
  });

  it('with a headline that is an address of the API is published at another address', async (t) => {
    const desk = await serveDesk(t);
    const { create, find } = await openEditor(desk);
    const { answer, address } = await create({ slug: '', 'en.headline': 'Featured', decision: 'publish' });
    assert.match(answer.headers.get('location') ?? '', /done=published$/);
    const slug = `featured-${address.slice('/desk/news/'.length, '/desk/news/'.length + 8)}`;
    assert.equal((await find(slug))?.state, 'published');
    assert.equal((await desk.get(`/news/${slug}`)).status, 200);
  });

  it('can be saved after its date has come, although an earlier version has another address', async (t) => {
    const desk = await serveDesk(t);
    const { send, get, find } = await openEditor(desk);
    const date = new Date(Date.now() + hourMs).toISOString();
    const { id } = await desk.storage.write(async (database) => {
      const actor = { who: editor, now: Date.now() };
      const { row } = await publishArticle(database, await addArticle(database, { date }), actor);
      const fields = { ...(await fieldsOf(database, row)), slug: 'another' };
      await saveArticle(database, row.id, { fields, base: 1 }, actor);
      // The test changes the date of the row instead of the computer's clock.
      const past = new Date(Date.now() - 1000).toISOString();
      await database.updateTable('news').set({ date: past }).where('id', '=', row.id).execute();
      return row;
    });
    const address = `/desk/news/${id}`;
    const slug = valueOf(await (await get(address)).text(), 'slug');
    assert.equal(slug, 'a-new-harbour');
    const { status } = await send(address, { ...articleForm, slug, base: '2', decision: 'publish' });
    assert.equal(status, 303);
    assert.equal((await find())?.shown_version, 3);
  });

  it('does not return to a version whose address another article has, and says so in the language of the desk', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    await send(address, { ...articleForm, slug: 'an-older-harbour', base: '1', decision: 'save' });
    await create({ decision: 'save' });
    const refused = await desk.post(`${address}/versions/1`, { base: '2' }, { headers });
    assert.equal(refused.status, 409);
    const html = await refused.text();
    assert.match(html, /Another article has the address of this version, a-new-harbour/);
    assert.match(html, /Return to this version/);
    const ukrainian = await desk.post(`${address}/versions/1?lang=ua`, { base: '2' }, { headers });
    assert.match(await ukrainian.text(), /Адресу цієї версії, a-new-harbour, має інша стаття/);
    assert.doesNotMatch(await (await get(`${address}/versions`)).text(), /Version 3<\/a>/);
    assert.equal((await desk.post(`${address}/versions/9`, {}, { headers })).status, 404);
  });

  it('is stored once for any number of submits of one form', async (t) => {
    const desk = await serveDesk(t);
    const { send } = await openEditor(desk);
    const fields = { ...articleForm, slug: '', id: randomUUID(), decision: 'save' };
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

  it('is previewed as its page, only for signed-in users', async (t) => {
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
    assert.equal((await desk.get(articlePath)).status, 404);
  });

  it('is 503 with Retry-After as a preview, like every page, while too many pages are rendered', async (t) => {
    const desk = await serveDesk(t, { config: { maxRenders: 1 } });
    const { get, create } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const previews = await Promise.all(Array.from({ length: 10 }, () => get(`${address}/preview`)));
    const refused = previews.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0);
    for (const { status, headers } of refused) assert.deepEqual([status, headers.get('retry-after')], [503, '2']);
  });
});

describe('a site with a desk', () => {
  it('shows changes that were made elsewhere, and articles whose date has come; other pages stay cached', async (t) => {
    const desk = await serveDesk(t, { newsPollMs: 50 });
    const isTeamCached = async () => (await desk.get('/team')).headers.get('server-timing') === 'cache;desc=hit';
    const actor = { who: editor, now: Date.now() };
    const status = async () => (await desk.get(articlePath)).status;
    await until('the first answer has come', async () => /smart-protective/.test(await desk.html('/news')));
    const due = new Date(Date.now() + hourMs).toISOString();
    let row = await desk.storage.write((database) => addArticle(database, { date: due }));
    ({ row } = await desk.storage.write((database) => publishArticle(database, row, actor)));
    assert.equal(await status(), 404);
    assert.doesNotMatch(await desk.html('/news'), /a-new-harbour/);
    await until('a page without articles is cached', isTeamCached);
    // The test changes the date of the row instead of the computer's clock.
    const past = new Date(Date.now() - 1000).toISOString();
    await desk.storage.write((database) =>
      database.updateTable('news').set({ date: past }).where('id', '=', row.id).execute(),
    );
    // Both pages were cached a moment ago, and no purge was requested.
    await until('the list has it', async () => /a-new-harbour/.test(await desk.html('/news')));
    await until('its page is there', async () => (await status()) === 200);
    await desk.storage.write((database) => unpublishArticle(database, row, actor));
    await until('it is gone', async () => (await status()) === 404);
    assert.ok(await isTeamCached());
  });
});
