import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import extension from '../../../locales/en/extension.json' with { type: 'json' };
import news from '../../../locales/en/news.json' with { type: 'json' };
import { json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const comment = (headers?: Record<string, string>, content = 'Thank you') => json({ author: 'Olha', content }, headers);

describe('posts from other sites', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://obrii.example.evil.example' },
  ];
  for (const headers of foreign) {
    it(`are refused: ${JSON.stringify(headers)}`, async (t) => {
      const { get, backend } = await serve(t);
      for (const path of ['/api/news/1/comments', '/news/smart-protective-equipment']) {
        assert.equal((await get(path, comment(headers))).status, 403, path);
      }
      assert.deepEqual(backend.sent, []);
    });
  }

  it('are allowed from this site’s own pages, by its public name and by the requested one', async (t) => {
    const { get, origin } = await serve(t);
    assert.equal((await get('/api/news/1/comments', comment({ origin: 'https://obrii.example' }))).status, 201);
    assert.equal(
      (await get('/api/news/1/comments', comment({ origin, 'sec-fetch-site': 'same-origin' }, 'Again'))).status,
      201,
    );
  });

  it('from a page that hides its origin are allowed by Sec-Fetch-Site alone', async (t) => {
    const { get } = await serve(t);
    const post = (site: string) =>
      get('/api/news/1/comments', comment({ origin: 'null', 'sec-fetch-site': site }, `From ${site}`));
    assert.equal((await post('same-origin')).status, 201);
    assert.equal((await post('cross-site')).status, 403);
    assert.equal((await post('none')).status, 403);
  });
});

describe('too many posts from one address', () => {
  it('get 429 with the remaining requests and the reset time, each kind for itself', async (t) => {
    const { get } = await serve(t, { config: { rateLimit: 3 } });
    const statuses: number[] = [];
    for (let post = 0; post < 5; post += 1) {
      const answer = await get('/api/news/1/comments', comment({}, `Comment ${post}`));
      statuses.push(answer.status);
      assert.match(answer.headers.get('ratelimit') ?? '', /comment/);
      if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.deepEqual(statuses, [201, 201, 201, 429, 429]);
    assert.notEqual((await get('/api/contact', { method: 'POST' })).status, 429);
  });

  for (const [title, paths] of [
    ['/api', ['/api/trial/start', '/api/trial/start/', '/API/Trial/start']],
    ['a form', ['/gitl', '/GITL', '/gitl/']],
    ['the sandbox', ['/sandbox/pay/abc', '/sandbox/pay/abc/', '/Sandbox/pay/abc']],
  ] as const) {
    it(`are counted in any spelling of the address: ${title}`, async (t) => {
      const { get } = await serve(t, { config: { rateLimit: 2 } });
      const statuses: number[] = [];
      for (const path of paths) statuses.push((await get(path, { method: 'POST' })).status);
      assert.deepEqual(
        statuses.map((status) => status === 429),
        [false, false, true],
      );
    });
  }

  it('get the page of the form without JavaScript', async (t) => {
    const { get } = await serve(t, { config: { rateLimit: 1 } });
    const post = () =>
      get('/news/smart-protective-equipment', {
        method: 'POST',
        body: new URLSearchParams({ author: '', content: '' }),
      });
    assert.equal((await post()).status, 422);
    const limited = await post();
    assert.equal(limited.status, 429);
    assert.match(await limited.text(), /<h1/);
  });

  for (const [path, body, message] of [
    ['/news/smart-protective-equipment', { author: 'Olha', content: 'Worth keeping' }, news.comments.tooMany],
    ['/gitl', { plan: '', machine_id: 'Worth keeping', email: '' }, extension.alerts.tooMany],
  ] as const) {
    it(`get their values back on ${path}, and the reason`, async (t) => {
      const { get } = await serve(t, { config: { rateLimit: 1 } });
      const post = () => get(path, { method: 'POST', body: new URLSearchParams(body) });
      await post();
      const limited = await post();
      assert.equal(limited.status, 429);
      const html = (await limited.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
      assert.match(html, /Worth keeping/);
      assert.ok(html.includes(`>${message}<`));
    });
  }
});
