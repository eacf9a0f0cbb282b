import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerAsUsual, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const page = '/news/smart-protective-equipment';

describe('a comment without JavaScript', () => {
  it('is followed by a redirect, so a reload sends nothing', async (t) => {
    const { get, html, backend } = await serve(t);
    const answer = await get(page, urlEncoded({ author: 'Olha', content: 'Thank you' }));
    assert.equal(answer.status, 303);
    const location = answer.headers.get('location') ?? '';
    assert.equal(location, `${page}?sent=comment#comment-form`);
    assert.equal(backend.sent.length, 1);
    const posted = await html(location.replace(/#.*/, ''));
    assert.match(posted, /your comment has been posted\.<\/h3>/);
    assert.match(posted, /<title>Done: The hard hat/);
  });

  it('is returned with its values when something is missing', async (t) => {
    const { get } = await serve(t);
    const answer = await get(page, urlEncoded({ author: '', content: 'A "long" <thought>' }));
    const html = await answer.text();
    assert.equal(answer.status, 422);
    assert.match(html, /<title>Error: /);
    assert.match(html, /Please fill in both your name and the comment/);
    assert.match(html, /A (&quot;|")long(&quot;|") &lt;thought&gt;/);
    assert.match(html, /aria-invalid="true"/);
  });

  it('is returned with a text that is far too long', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get(page, urlEncoded({ author: 'Olha', content: `Dear all, ${'x'.repeat(45_000)}` }));
    assert.equal(answer.status, 422);
    const html = await answer.text();
    assert.match(html, /Dear all, x{4000}/);
    assert.match(html, /value="Olha"/);
    assert.deepEqual(backend.sent, []);
  });

  it('keeps the text when the backend fails', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    await get(page);
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    const answer = await get(page, urlEncoded({ author: 'Olha', content: 'Worth keeping' }));
    const html = await answer.text();
    assert.equal(answer.status, 502);
    assert.match(html, /Worth keeping/);
    assert.match(html, /Your comment was not posted/);
  });

  it('keeps the text when its article cannot be read', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    const fields = { author: 'Olha', content: '\nA "long" <thought>', 'retry-key': crypto.randomUUID() };
    backend.respondWith((_request, response) => sendJson(response, 500, {}));
    const answer = await get('/news/a-recent-article', urlEncoded(fields));
    const html = await answer.text();
    assert.equal(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
    assert.match(html, /Your comment was not posted/);
    assert.match(html, /<form [^>]*method="post" action="\/news\/a-recent-article#comment-form"/);
    assert.match(html, /name="author" value="Olha"/);
    assert.match(html, /<textarea [^>]*>\n\nA &quot;long&quot; &lt;thought&gt;<\/textarea>/);
    assert.ok(html.includes(`name="retry-key" value="${fields['retry-key']}"`));
    assert.deepEqual(backend.sent, []);
  });

  it('on an article that does not exist is 404', async (t) => {
    const { get, backend } = await serve(t);
    const answer = await get('/news/a-recent-article', urlEncoded({ author: 'Olha', content: 'Thank you' }));
    assert.equal(answer.status, 404);
    assert.deepEqual(backend.sent, []);
  });

  it('is retried with the key of the first attempt, at any copy of the site', async (t) => {
    const backend = await fakeBackend(t);
    const copies = [await serve(t, { backend }), await serve(t, { backend })] as const;
    for (const { get } of copies) await get(page);
    const keysOf = () => backend.headers.map((headers) => headers['idempotency-key']).filter(Boolean);
    backend.respondWith((request, response, body) => {
      if (request.method === 'POST') sendJson(response, 504, {});
      else answerAsUsual(request, response, body);
    });
    const fields = { author: 'Olha', content: 'Worth keeping' };
    const failed = await (await copies[0].get(page, urlEncoded(fields))).text();
    const [, key = ''] = /<input type="hidden" name="retry-key" value="([^"]+)"/.exec(failed) ?? [];
    const invalid = await copies[1].get(page, urlEncoded({ ...fields, content: '', 'retry-key': key }));
    assert.ok((await invalid.text()).includes(`name="retry-key" value="${key}"`));
    backend.respondWith(null);
    assert.equal((await copies[1].get(page, urlEncoded({ ...fields, 'retry-key': key }))).status, 303);
    const [first, second] = keysOf();
    assert.ok(key);
    assert.equal(first, second);
    const changed = { ...fields, content: 'Something else', 'retry-key': key };
    assert.equal((await copies[1].get(page, urlEncoded(changed))).status, 303);
    assert.notEqual(keysOf()[2], first);
    assert.doesNotMatch(await (await copies[0].get(page)).text(), /name="retry-key"/);
  });

  it('that the backend refuses can be corrected on the page', async (t) => {
    const backend = await fakeBackend(t);
    const { get } = await serve(t, { backend });
    await get(page);
    backend.respondWith((_request, response) => sendJson(response, 400, {}));
    const answer = await get(page, urlEncoded({ author: 'Olha', content: 'Worth keeping' }));
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), /Worth keeping/);
  });
});
