import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { answerAsUsual, articles, fakeUpstream, sendJson } from '../support/fake-upstream.ts';
import { serve } from '../support/serve.ts';

/** A backend that takes its time for everything but single articles. */
async function slowUpstream(t: TestContext, delayMs: (path: string) => number) {
  const upstream = await fakeUpstream(t);
  upstream.misbehave((request, response, body) => {
    setTimeout(() => answerAsUsual(request, response, body), delayMs(request.url ?? ''));
  });
  return upstream;
}

describe('streaming', () => {
  it('sends a page whole, without an inline script or a nonce, when the backend is quick', async (t) => {
    const { get, html: read } = await serve(t, { config: { pageCacheBytes: 0 } });
    // The backend's answers are at hand from now on: quick, however busy the machine is.
    await read('/news');
    const answer = await get('/news');
    const html = await answer.text();
    assert.doesNotMatch(html, /<script(?![^>]*(src=|type="application\/))/);
    assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /nonce|unsafe/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /require-trusted-types-for 'script'/);
    assert.match(html, new RegExp(articles[0]?.headline ?? 'missing'));
    assert.doesNotMatch(html, /class="bone/);
  });

  it('sends the shell with skeletons at once and the content after it when the backend is slow', async (t) => {
    const { get } = await serve(t, { upstream: await slowUpstream(t, () => 1000) });
    const started = performance.now();
    const answer = await get('/news');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes('bone')) {
      const { value, done } = await reader.read();
      assert.ok(!done, 'the skeleton was sent');
      html += value;
    }
    const shellMs = performance.now() - started;
    assert.ok(!html.includes(articles[0]?.headline ?? 'missing'), 'the news is not there yet');
    for (let part = await reader.read(); !part.done; part = await reader.read()) html += part.value;
    const wholeMs = performance.now() - started;

    assert.ok(shellMs < wholeMs / 2, `the shell took ${shellMs} ms of ${wholeMs} ms`);
    assert.match(html, new RegExp(articles[0]?.headline ?? 'missing'));
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    const inline = [...html.matchAll(/<script(?![^>]*type="application\/)[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes('src='));
    assert.ok(inline.length > 0);
    for (const tag of inline) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
    assert.ok(!/public/.test(answer.headers.get('cache-control') ?? ''), 'a page with a nonce is nobody else’s');
  });

  it('sends the shell at once also when the answer is compressed', async (t) => {
    const { get } = await serve(t, { upstream: await slowUpstream(t, () => 1000) });
    const started = performance.now();
    // fetch decompresses as it reads: text that can be read was flushed.
    const answer = await get('/news', { headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let html = '';
    while (!html.includes('bone')) html += (await reader.read()).value ?? '';
    const shellMs = performance.now() - started;
    for (let part = await reader.read(); !part.done; part = await reader.read()) html += part.value;
    assert.ok(shellMs < (performance.now() - started) / 2);
  });

  it('never mixes the languages of 200 visitors at once', async (t) => {
    const upstream = await slowUpstream(t, (path) =>
      path.endsWith('/comments') || path === '/api/news' ? 1500 + Math.random() * 500 : 0,
    );
    const { get } = await serve(t, { upstream, config: { pageCacheBytes: 0 } });
    let streamed = 0;
    const visits = Array.from({ length: 200 }, async (_, position) => {
      const language = position % 2 === 0 ? 'en' : 'ua';
      const html = await (
        await get('/news/smart-protective-equipment', { headers: { cookie: `language=${language}` } })
      ).text();
      const article = articles[0];
      const [own, other] =
        language === 'en' ? [article?.headline, article?.headline_uk] : [article?.headline_uk, article?.headline];
      const heading = (/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '').replaceAll('\u00a0', ' ');
      assert.equal(heading, own);
      assert.notEqual(heading, other);
      assert.match(html, new RegExp(`<html lang="${language === 'en' ? 'en' : 'uk'}"`));
      assert.match(html, language === 'en' ? />Comments</ : />Коментарі</);
      assert.match(html, language === 'en' ? />Read next</ : />Читайте далі</);
      if (html.includes('late-comments')) streamed += 1;
    });
    await Promise.all(visits);
    assert.ok(streamed >= 20, `${streamed} of 200 were streamed`);
  });

  it('gives up on a backend that stays silent, and still ends the page', async (t) => {
    const upstream = await fakeUpstream(t);
    upstream.misbehave((request, response, body) => {
      if (!request.url?.endsWith('/comments')) answerAsUsual(request, response, body);
    });
    const { html } = await serve(t, { upstream, timeoutMs: 400 });
    const page = await html('/news/smart-protective-equipment');
    assert.match(page, /No comments yet/);
    assert.match(page, /<\/html>$/);
  });

  it('does not go on rendering for a visitor who has left', async (t) => {
    const [article] = articles;
    assert.ok(article);
    const paragraphs = Array.from(
      { length: 15_000 },
      (_, number) => `<p>${number} ${Math.random().toString(36).repeat(4)}</p>`,
    );
    const upstream = await fakeUpstream(t);
    upstream.misbehave((request, response, body) => {
      if (request.url === `/api/news/${article.slug}`)
        sendJson(response, 200, { ...article, content: paragraphs.join('') });
      else setTimeout(() => answerAsUsual(request, response, body), 1000);
    });
    const { get } = await serve(t, { upstream });
    const warnings: string[] = [];
    const listen = ({ name }: Error) => warnings.push(name);
    process.on('warning', listen);
    t.after(() => process.off('warning', listen));
    const html = await (await get(`/news/${article.slug}`, { headers: { 'accept-encoding': 'gzip' } })).text();
    assert.match(html, /<p>14999 /);
    assert.deepEqual(warnings, []);
  });
});
