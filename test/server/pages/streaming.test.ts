import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { answerAsUsual, articles, fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { assertLogged } from '../../support/logged.ts';
import { serve } from '../../support/serve.ts';

/** Returns the part of a page up to its skeletons, and the rest that is streamed after them. */
async function readSkeletons(answer: Response) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let shell = '';
  while (!shell.includes('skeleton')) {
    const { value, done } = await reader.read();
    assert.ok(!done, 'the skeleton was sent');
    shell += value;
  }
  const readRest = async () => {
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
    return rest;
  };
  return { shell, readRest };
}

/** The content that a deferred part replaces. */
const isStreamed = /class="skeleton|<p>This part of the page has not loaded yet/;

describe('streaming', () => {
  it('sends a page whole, without an inline script or a nonce, when the backend is fast', async (t) => {
    const { get, html: read } = await serve(t, { config: { pageCacheBytes: 0 } });
    // The responses are cached now, so they are fast even on a busy machine.
    await read('/news');
    const answer = await get('/news');
    const html = await answer.text();
    assert.doesNotMatch(html, /<script(?![^>]*(src=|type="application\/))/);
    assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /nonce|unsafe/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /require-trusted-types-for 'script'/);
    assert.match(html, new RegExp(articles[0]?.headline ?? 'missing'));
    assert.doesNotMatch(html, /class="skeleton/);
  });

  it('sends the shell with skeletons at once and the content after it when the backend is slow', async (t) => {
    const { backend, letGo } = await holdingBackend(t);
    const { get } = await serve(t, { backend });
    const answer = await get('/news');
    const { shell, readRest } = await readSkeletons(answer);
    assert.ok(!shell.includes(articles[0]?.headline ?? 'missing'), 'the news is not there yet');
    letGo();
    const html = shell + (await readRest());

    assert.match(html, new RegExp(articles[0]?.headline ?? 'missing'));
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    const inline = [...html.matchAll(/<script(?![^>]*type="application\/)[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes('src='));
    assert.ok(inline.length > 0);
    for (const tag of inline) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
    assert.ok(!/public/.test(answer.headers.get('cache-control') ?? ''), 'a page with a nonce is nobody else’s');
  });

  it('sends the shell at once also when the response is compressed', async (t) => {
    const { backend, letGo } = await holdingBackend(t);
    const { get } = await serve(t, { backend });
    // fetch decompresses as it reads: text that can be read was flushed.
    const answer = await get('/news', { headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    const { readRest } = await readSkeletons(answer);
    letGo();
    assert.match(await readRest(), new RegExp(articles[0]?.headline ?? 'missing'));
  });

  it('never mixes the languages of 200 visitors at once', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      const path = request.url ?? '';
      const late = path.endsWith('/comments') || path === '/api/news';
      setTimeout(() => answerAsUsual(request, response, body), late ? 1500 + Math.random() * 500 : 0);
    });
    const { get } = await serve(t, { backend, config: { pageCacheBytes: 0, trustProxy: 1 } });
    let streamed = 0;
    const visits = Array.from({ length: 200 }, async (_, position) => {
      const language = position % 2 === 0 ? 'en' : 'ua';
      const headers = { cookie: `language=${language}`, 'x-forwarded-for': `192.0.2.${position}` };
      const html = await (await get('/news/smart-protective-equipment', { headers })).text();
      const article = articles[0];
      const [own, other] =
        language === 'en' ? [article?.headline, article?.headline_uk] : [article?.headline_uk, article?.headline];
      const heading = (/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '').replaceAll('\u00a0', ' ');
      assert.equal(heading, own);
      assert.notEqual(heading, other);
      assert.match(html, new RegExp(`<html lang="${language === 'en' ? 'en' : 'uk'}"`));
      assert.match(html, language === 'en' ? />Comments</ : />Коментарі</);
      assert.match(html, language === 'en' ? />Read next</ : />Читайте далі</);
      if (html.includes('deferred-comments')) streamed += 1;
    });
    await Promise.all(visits);
    assert.ok(streamed >= 20, `${streamed} of 200 were streamed`);
  });

  it('waits for every part of a page in the response to a form without JavaScript', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      const isLate = request.method === 'GET' && /\/comments$|\/api\/news$/.test(request.url ?? '');
      setTimeout(() => answerAsUsual(request, response, body), isLate ? 300 : 0);
    });
    const { get, html } = await serve(t, { backend });
    const [first, second] = articles;
    const posted = await html(`/news/${first?.slug}?sent=comment`);
    assert.doesNotMatch(posted, isStreamed);
    assert.match(posted, /Thank you, your comment has been posted/);
    const refused = await get(`/news/${second?.slug}`, {
      method: 'POST',
      body: new URLSearchParams({ author: 'Ann' }),
    });
    assert.equal(refused.status, 422);
    assert.doesNotMatch(await refused.text(), isStreamed);
  });

  it('links a deferred part without JavaScript to the whole page', async (t) => {
    const isLate = (path: string) => path.endsWith('/comments') || path === '/api/news';
    const { backend, letGo } = await holdingBackend(t, isLate);
    const { get, html } = await serve(t, { backend, answerAges: { freshMs: 50 } });
    const path = `/news/${articles[0]?.slug}`;
    const answer = await get(path);
    const { shell, readRest } = await readSkeletons(answer);
    const offers = shell.match(/<noscript>.*?<\/noscript>/gs)?.filter((offer) => offer.includes('whole=1')) ?? [];
    assert.equal(offers.length, 2, 'the comments and the list of articles');
    for (const offer of offers) assert.match(offer, /has not loaded yet.*Load the page again/);
    letGo();
    await readRest();
    // The answers are no longer fresh when the visitor has read the rest of the page.
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), isLate(request.url ?? '') ? 200 : 0);
    });
    await wait(100);
    const [, href = ''] = /<a href="([^"]*whole=1)"/.exec(shell) ?? [];
    assert.doesNotMatch(await html(href.replaceAll('&amp;', '&')), isStreamed);
  });

  it('ends the page when the backend does not answer in time', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (!request.url?.endsWith('/comments')) answerAsUsual(request, response, body);
    });
    const { html } = await serve(t, { backend, timeoutMs: 400 });
    const page = await html('/news/smart-protective-equipment');
    assert.match(page, /No comments yet/);
    assert.match(page, /<\/html>$/);
  });

  it('is logged as ended by a visitor who has left, without a warning', async (t) => {
    const { backend } = await holdingBackend(t, (path) => path.endsWith('/comments'));
    const site = await serve(t, { backend });
    const { get, logged } = site;
    const leave = new AbortController();
    const answer = await get('/news/smart-protective-equipment', { signal: leave.signal });
    await answer.body!.getReader().read();
    leave.abort();
    await assertLogged(site, 499);
    assert.deepEqual(
      logged.filter(({ level }) => Number(level) >= pino.levels.values['warn']!),
      [],
      'it is nobody’s error',
    );
  });

  it('removes its listeners after a long article that is read in many pieces', async (t) => {
    const [article] = articles;
    assert.ok(article);
    const paragraphs = Array.from(
      { length: 3000 },
      (_, number) => `<p>${number} ${Math.random().toString(36).repeat(3)}</p>`,
    );
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url === `/api/news/${article.slug}`)
        sendJson(response, 200, { ...article, content: paragraphs.join('') });
      else setTimeout(() => answerAsUsual(request, response, body), 1000);
    });
    const { get } = await serve(t, { backend });
    const warnings: string[] = [];
    const listen = ({ name }: Error) => warnings.push(name);
    process.on('warning', listen);
    t.after(() => process.off('warning', listen));
    const html = await (await get(`/news/${article.slug}`, { headers: { 'accept-encoding': 'gzip' } })).text();
    assert.match(html, /<p>2999 /);
    assert.deepEqual(warnings, []);
  });
});
