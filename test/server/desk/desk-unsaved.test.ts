import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { member, serveDesk } from '../../support/desk.ts';
import { articleForm, openEditor } from '../../support/desk-editor.ts';
import { holdClock } from '../../support/hold-clock.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

/** The fields of the form that repeats a post, as a browser reads them. */
function hiddenFields(html: string): Record<string, string> {
  const decode = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [decode(name), decode(value)]));
}

describe('a desk whose storage fails', () => {
  it('says that nothing was stored, and returns every field of an article in a form that sends it again', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const typed = { ...articleForm, base: '1', 'en.content': `It's <b>"new"</b>\r\n&amp; long`, decision: 'save' };
    const { dataDir } = desk.place;
    await rename(dataDir, `${dataDir}-away`);
    const refused = await send(address, typed);
    const html = await refused.text();
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.match(html, /<h1[^>]*>Nothing was stored<\/h1>/);
    assert.match(html, /<form[^>]* method="post" enctype="multipart\/form-data">/);
    assert.deepEqual(hiddenFields(html), typed);
    assert.match(html, /Files are not kept on this page/);
    await rename(`${dataDir}-away`, dataDir);
    await until('the storage is usable', async () => (await send(address, hiddenFields(html))).status === 303);
    assert.equal((await find())?.version, 2);
  });

  it('says so to those who sign in, and to those who post without a file', async (t) => {
    const desk = await serveDesk(t);
    const headers = await desk.signIn();
    const { dataDir } = desk.place;
    await rename(dataDir, `${dataDir}-away`);
    const refused = await desk.post('/desk/sign-in?lang=ua', { email: member });
    const html = await refused.text();
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.match(html, /Нічого не\u00a0збережено/);
    assert.deepEqual(hiddenFields(html), { email: member });
    assert.doesNotMatch(html, /multipart/);
    const action = await desk.post('/desk/comments', { id: ['1', '2'], decision: 'approve' }, { headers });
    assert.equal(action.status, 503);
    assert.match(await action.text(), /name="id" value="1"[^]*name="id" value="2"/);
  });
});

describe('a form that is too large for the desk', () => {
  it('is returned with every field that was read', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const typed = { ...articleForm, base: '1', decision: 'save' };
    const refused = await send(address, { ...typed, 'ua.content': 'ї'.repeat(600_000) });
    const html = await refused.text();
    assert.equal(refused.status, 413);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.match(html, /<h1[^>]*>Nothing was stored<\/h1>[^]*too large/);
    const { 'ua.content': cut = '', ...others } = hiddenFields(html);
    assert.deepEqual({ ...others, 'ua.content': '' }, { ...typed, 'ua.content': '' });
    assert.ok(cut.length > 500_000, 'what was read of the text is returned');
    assert.equal((await find())?.version, 1);
  });

  it('comes back to the editor when only a text is longer than an article may be', async (t) => {
    const desk = await serveDesk(t);
    const { send, create } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const long = 'ї'.repeat(400_000);
    const refused = await send(address, { ...articleForm, base: '1', decision: 'save', 'ua.content': long });
    assert.equal(refused.status, 422);
    assert.ok((await refused.text()).includes(long));
  });
});

describe('a desk whose session has ended', () => {
  it('returns every field of an article in a form that sends it again after another sign-in', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find, headers } = await openEditor(desk);
    const { address } = await create({ decision: 'save' });
    const typed = { ...articleForm, base: '1', 'en.content': `It's <b>"new"</b>\r\n&amp; long`, decision: 'save' };
    await desk.post('/desk/sign-out-everywhere', {}, { headers });
    // The browser may have deleted the cookie meanwhile.
    for (const refused of [await send(address, typed), await desk.postForm(address, typed)]) {
      const html = await refused.text();
      assert.equal(refused.status, 403);
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      assert.match(html, /<h1[^>]*>Nothing was stored<\/h1>[^]*your session has ended[^]*href="\/desk\/sign-in"/);
      assert.deepEqual(hiddenFields(html), typed);
    }
    assert.equal((await find())?.version, 1);
    const again = await desk.postForm(address, typed, { headers: await desk.signIn() });
    assert.equal(again.status, 303);
    assert.equal((await find())?.version, 2);
  });
});

describe('a desk whose backend hangs', () => {
  it('does not answer 408 to a form that the site has not read yet', async (t) => {
    const { backend, letGo } = await holdingBackend(t, (path) => path.startsWith('/desk'));
    const { get } = await serve(t, { backend, config: { deskEmails: [member] } });
    const pass = holdClock(t);
    const body = new FormData();
    for (const [name, value] of Object.entries(articleForm)) body.set(name, value);
    body.set('en.content', 'x'.repeat(200_000));
    const answered = get('/desk/news/7', { method: 'POST', body, headers: { cookie: '__Host-desk=session' } });
    await until('the session is checked', () => backend.requestCounts.has('/desk'));
    pass(10_100);
    letGo();
    const answer = await answered;
    assert.notEqual(answer.status, 408);
    assert.equal(hiddenFields(await answer.text())['en.headline'], articleForm['en.headline']);
  });
});

describe('a desk without an answer of its backend', () => {
  it('returns every field of a form, and does not claim to know whether it was stored', async (t) => {
    const desk = await serveDesk(t);
    const { headers, send } = await openEditor(desk);
    await desk.stopBackend();
    const typed = { ...articleForm, base: '1', decision: 'save' };
    const article = await send('/desk/news/7', typed);
    const html = await article.text();
    assert.equal(article.status, 502);
    assert.equal(article.headers.get('cache-control'), 'no-store');
    assert.match(html, /<h1[^>]*>The desk does not answer<\/h1>[^]*It is not known whether anything was changed/);
    assert.doesNotMatch(html, /Nothing was/);
    assert.deepEqual(hiddenFields(html), typed);
    const action = await desk.post('/desk/comments', { id: ['1', '2'], decision: 'approve' }, { headers });
    assert.match(await action.text(), /name="id" value="1"[^]*name="id" value="2"/);
  });

  it('says of an address that it only opens that nothing was changed', async (t) => {
    const desk = await serveDesk(t);
    const headers = await desk.signIn();
    await desk.stopBackend();
    const page = await desk.get('/desk/messages', { headers });
    const html = await page.text();
    assert.equal(page.status, 502);
    assert.match(html, /Nothing was changed/);
    assert.doesNotMatch(html, /<form/);
  });
});
