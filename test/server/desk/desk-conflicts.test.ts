import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serveDesk } from '../../support/desk.ts';
import { articleForm, openEditor, valueOf } from '../../support/desk-editor.ts';

describe('an article that two editors change', () => {
  it('warns the second of two editors, and loses the text of neither', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const first = { ...articleForm, 'en.headline': 'The first', base: '1', decision: 'save' };
    const second = { ...articleForm, 'en.headline': 'The second', base: '1', decision: 'publish' };
    assert.equal((await send(address, first)).status, 303);
    const stale = await send(address, second);
    assert.equal(stale.status, 409);
    const html = await stale.text();
    assert.match(html, /value="The second"/);
    assert.match(html, /marta@obrii\.example saved version 2/);
    assert.equal((await find())?.state, 'draft', 'nothing was published');
    assert.equal(valueOf(html, 'base'), '2');
    await send(address, { ...second, base: '2', decision: 'save' });
    const history = await (await get(`${address}/versions`)).text();
    assert.match(history, /Version 3<\/a>.*Version 2<\/a>.*Changed: Headline, English.*Version 1<\/a>.*First version/s);
    assert.equal((await get(`${address}/preview?version=9`)).status, 404);
    assert.match(await (await get(`${address}/versions/2`)).text(), /The first/);
    const headers = await desk.signIn();
    assert.equal((await desk.post(`${address}/versions/2`, { base: '3' }, { headers })).status, 303);
    assert.match(await (await desk.get(address, { headers })).text(), /value="The first"/);
  });

  it('does not return to an older version over one that a colleague has saved meanwhile', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const save = (headline: string, base: string) =>
      send(address, { ...articleForm, 'en.headline': headline, base, decision: 'save' });
    await save('Mine', '1');
    const returnTo = (html: string) => desk.post(`${address}/versions/1`, { base: valueOf(html, 'base') }, { headers });
    const opened = await (await get(`${address}/versions/1`)).text();
    await save('A newer one of a colleague', '2');
    const refused = await returnTo(opened);
    assert.equal(refused.status, 409);
    const html = await refused.text();
    assert.match(html, /Meanwhile marta@obrii\.example has saved version 3\./);
    assert.equal((await find())?.version, 3, 'nothing was stored');
    // The second click of a double click finds nothing to change.
    for (let count = 0; count < 2; count += 1) assert.equal((await returnTo(html)).status, 303);
    assert.equal((await find())?.version, 4);
  });

  it('gives the text of a deleted article back to its editor, who can store it as a new one', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    // The second click of a double click ends on the same page.
    for (let count = 0; count < 2; count += 1)
      assert.equal((await desk.post(`${address}/delete`, {}, { headers })).headers.get('location'), '/desk/news');
    const typed = { ...articleForm, 'en.headline': 'Not lost', base: '1', decision: 'publish' };
    const refused = await send(address, typed);
    assert.equal(refused.status, 409);
    const html = await refused.text();
    assert.match(html, /role="alert"[^>]*>\s*<h2[^>]*>This article has been deleted/);
    assert.match(html, /value="Not lost"/);
    assert.match(html, /action="\/desk\/news\/new"/);
    assert.equal(await find(), undefined, 'nothing was stored');
    assert.match(await (await send(`${address}?lang=ua`, typed)).text(), /Цю\s+статтю видалено/);
    const saved = await send('/desk/news/new', { ...typed, base: valueOf(html, 'base'), id: valueOf(html, 'id') });
    assert.equal(saved.status, 303);
    assert.equal((await find())?.state, 'published');
  });

  it('gets the address that visitors know, from a form of before its publication', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    await send(address, { ...articleForm, slug: 'published', base: '1', decision: 'publish' });
    const mine = { ...articleForm, 'en.headline': 'Mine', decision: 'save' };
    const stale = await send(address, { ...mine, base: '1' });
    assert.equal(stale.status, 409);
    const html = await stale.text();
    assert.match(html, /value="Mine"/);
    const [slug, base] = [valueOf(html, 'slug'), valueOf(html, 'base')];
    assert.deepEqual([slug, base], ['published', '2']);
    assert.equal((await send(address, { ...mine, slug, base })).status, 303);
    assert.equal((await find('published'))?.version, 3);
  });

  it('is not published again by a form of before a colleague has taken it off the site', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'publish' });
    const html = await (await get(address)).text();
    const mine = { ...articleForm, 'en.headline': 'Mine', published: valueOf(html, 'published') };
    assert.equal((await send(address, { ...mine, base: '1', decision: 'publish' })).status, 303);
    assert.deepEqual([(await find())?.state, (await find())?.shown_version], ['published', 2]);
    await desk.post(`${address}/unpublish`, {}, { headers });
    // The second button is on the page of a form whose Ukrainian texts were missing.
    for (const [base, decision] of [
      ['2', 'publish'],
      ['3', 'publish-anyway'],
    ] as const) {
      const saved = await send(address, { ...mine, 'en.headline': `Mine after ${base}`, base, decision });
      assert.equal((await find())?.state, 'unpublished');
      assert.equal((await find())?.version, Number(base) + 1, 'the text is stored');
      assert.match(await (await get(saved.headers.get('location') ?? '')).text(), /Saved, but not published: /);
    }
    // A page that was loaded after the article was unpublished: its button publishes the article.
    await send(address, { ...mine, published: '', base: '4', decision: 'publish' });
    assert.equal((await find())?.state, 'published');
  });

  it('is not published again by such a form that had an error first', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'publish' });
    const mine = { ...articleForm, 'en.headline': 'Mine', base: '1', decision: 'publish' };
    await desk.post(`${address}/unpublish`, {}, { headers });
    const wrong = await send(address, { ...mine, slug: 'NOT A SLUG', published: 'yes' });
    assert.equal(wrong.status, 422);
    const published = /name="published" value="(\w+)"/.exec(await wrong.text())?.[1] ?? '';
    await send(address, { ...mine, published });
    assert.deepEqual([(await find())?.state, (await find())?.version], ['unpublished', 2]);
  });

  it('gets its own address back if the form changed it before its date came', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { address } = await create({ decision: 'publish', date: '2099-01-01T10:00' });
    const date = new Date(Date.now() - 1000).toISOString();
    await desk.storage.write((database) => database.updateTable('news').set({ date }).execute());
    const mine = { ...articleForm, slug: 'another', base: '1', decision: 'save' };
    const refused = await send(address, mine);
    assert.equal(refused.status, 422);
    const slug = valueOf(await refused.text(), 'slug');
    assert.equal(slug, articleForm.slug);
    assert.equal((await send(address, { ...mine, slug })).status, 303);
    assert.equal((await find())?.version, 2);
  });

  it('is not overwritten by a form that had an error first', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const other = { ...articleForm, 'en.headline': 'Not mine', base: '1', decision: 'save' };
    assert.equal((await send(address, other)).status, 303);
    const mine = { ...articleForm, 'en.headline': 'Mine', decision: 'publish' };
    const wrong = await send(address, { ...mine, slug: 'NOT A SLUG', base: '1' });
    assert.equal(wrong.status, 422);
    const base = valueOf(await wrong.text(), 'base');
    assert.equal((await send(address, { ...mine, base })).status, 409);
    assert.equal((await find())?.version, 2);
  });
});
