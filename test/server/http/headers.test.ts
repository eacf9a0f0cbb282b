import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routes } from '#client/routes.ts';
import { answerAsUsual, fakeBackend } from '../../support/fake-backend.ts';
import { scoreOf } from '../../support/observatory.ts';
import { serve, type Served } from '../../support/serve.ts';

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
const pathOf = ({ path }: { path: string }) => path.replace(':slug', 'smart-protective-equipment');

/** A page whose comments are late, so that it is streamed. */
async function streamedPage(t: Parameters<typeof serve>[0]): Promise<Response> {
  const backend = await fakeBackend(t);
  backend.respondWith((request, response, body) => {
    setTimeout(() => answerAsUsual(request, response, body), request.url?.endsWith('/comments') ? 600 : 0);
  });
  const { get } = await serve(t, { backend });
  return get('/news/smart-protective-equipment');
}

describe('headers', () => {
  const expected: [name: string, value: string | RegExp][] = [
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', /camera=\(\).*geolocation=\(\).*microphone=\(\)/],
    ['strict-transport-security', 'max-age=63072000; includeSubDomains; preload'],
  ];
  const paths = [
    '/',
    '/news',
    '/nope',
    '/static/icons.svg',
    '/api/news',
    '/api/nope',
    '/healthz',
    '/%zz',
    `/?${'a&'.repeat(80)}`,
  ];
  for (const [hsts, value] of [
    ['host', 'max-age=63072000'],
    ['off', null],
  ] as const)
    it(`name no subdomains for HSTS if the operator says “${hsts}”`, async (t) => {
      const answer = await (await serve(t, { config: { hsts } })).get('/about');
      assert.equal(answer.headers.get('strict-transport-security'), value);
    });

  for (const path of paths) {
    it(`of ${path.slice(0, 20)} are all there`, async (t) => {
      const answer = await (await serve(t)).get(path);
      for (const [name, value] of expected) {
        const given = answer.headers.get(name) ?? '';
        if (typeof value === 'string') assert.equal(given, value, name);
        else assert.match(given, value, name);
      }
      assert.equal(answer.headers.get('x-powered-by'), null);
      assert.equal(answer.headers.get('server'), null);
    });
  }
});

describe('No-Vary-Search', () => {
  it('names every parameter that a page reads, and leaves out all others', async (t) => {
    const { get } = await serve(t);
    for (const path of ['/about', '/news/none', '/news?category=Technology']) {
      const value = (await get(path)).headers.get('no-vary-search') ?? '';
      const [, names = ''] = /^key-order, params, except=\((.*)\)$/.exec(value) ?? [];
      const read = routes.flatMap(({ query, personal }) => [...query, ...personal]);
      assert.deepEqual(new Set(names.split(' ')), new Set(['lang', ...read].map((name) => `"${name}"`)), path);
    }
    assert.equal((await get('/api/news')).headers.get('no-vary-search'), null);
  });
});

describe('the content security policy', () => {
  it('of every page is enforced, has no unsafe-* and demands Trusted Types', async (t) => {
    const { get } = await serve(t);
    for (const route of routes) {
      const answer = await get(pathOf(route));
      await answer.arrayBuffer();
      const policy = policyOf(answer);
      assert.doesNotMatch(policy, /unsafe-/, route.path);
      assert.match(policy, /default-src 'none'/, route.path);
      assert.match(policy, /frame-ancestors 'none'/, route.path);
      assert.match(policy, /base-uri 'none'/, route.path);
      assert.match(policy, /require-trusted-types-for 'script'/, route.path);
      assert.equal(answer.headers.get('content-security-policy-report-only'), null);
    }
  });

  it('of a streamed page has its own nonce, and no unsafe-*', async (t) => {
    const [first, second] = [policyOf(await streamedPage(t)), policyOf(await streamedPage(t))];
    assert.match(first, /script-src 'self' 'nonce-[\w+/=]{20,}'/);
    assert.doesNotMatch(first, /unsafe-/);
    assert.notEqual(/nonce-[^']+/.exec(first)?.[0], /nonce-[^']+/.exec(second)?.[0]);
  });

  it('is on error pages and 404s too', async (t) => {
    const { get } = await serve(t);
    for (const path of ['/nope', '/news/nope']) assert.match(policyOf(await get(path)), /default-src 'none'/);
  });

  it('allows no other site than the map’s tiles', async (t) => {
    const { get } = await serve(t);
    const outside = [...policyOf(await get('/')).matchAll(/https?:\/\/[^\s;]+/g)].map(([source]) => source);
    assert.deepEqual(outside, ['https://tile.openstreetmap.org']);
  });

  it('allows only its own frame for Google’s map', async (t) => {
    const { get } = await serve(t, { config: { mapsApiKey: 'test-key' } });
    for (const path of ['/', '/contacts', '/news', '/nowhere']) {
      assert.doesNotMatch(policyOf(await get(path)), /unsafe-|google|openstreetmap|\*/, path);
      assert.match(policyOf(await get(path)), /frame-src 'self';/, path);
    }
  });

  it('of that frame has a nonce of its own, no unsafe-*, and lets this site alone frame it', async (t) => {
    const { get } = await serve(t, { config: { mapsApiKey: 'a "key"' } });
    const [first, second] = [await get('/map?lang=ua'), await get('/map?lang=ua')];
    assert.match(policyOf(first), /script-src 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    assert.match(policyOf(first), /frame-ancestors 'self'/);
    assert.doesNotMatch(policyOf(first), /unsafe-/);
    assert.notEqual(policyOf(first), policyOf(second));
    assert.equal(first.headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    const html = await first.text();
    const nonce = /nonce-([^']+)/.exec(policyOf(first))?.[1] ?? '';
    assert.equal(html.split(`nonce="${nonce}"`).length, 3, 'on the script and on the stylesheet');
    assert.match(html, /<html lang="uk">.*<body data-key="a &quot;key&quot;">/s);
  });

  it('has no such frame without a key', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/map')).status, 404);
    assert.doesNotMatch(policyOf(await get('/')), /frame-src/);
  });

  it('reports to its own endpoint', async (t) => {
    const answer = await (await serve(t)).get('/');
    assert.match(policyOf(answer), /report-to csp; report-uri \/reports\/csp/);
    assert.equal(answer.headers.get('reporting-endpoints'), 'csp="/reports/csp"');
    assert.equal((await streamedPage(t)).headers.get('reporting-endpoints'), 'csp="/reports/csp"');
  });
});

describe('subresources', () => {
  it('of every page, in both languages, come from this site', async (t) => {
    const { html } = await serve(t);
    for (const route of routes) {
      for (const language of ['en', 'ua']) {
        const page = await html(`${pathOf(route)}?lang=${language}`);
        const loaded = [
          ...page.matchAll(
            /<(?:script|img|video|source|iframe|link|audio|embed|object|use|image)\b[^>]*\s(?:src|srcset|href|poster|data)="([^"]*)"[^>]*>/g,
          ),
        ]
          .filter(([tag]) => !/rel="(canonical|alternate|me|author|license|describedby)"/.test(tag))
          .map(([, address = '']) => address);
        for (const address of loaded) assert.match(address, /^(\/(?!\/)|#)/, `${route.path} loads ${address}`);
        assert.doesNotMatch(
          page,
          /<script(?![^>]*(src=|nonce=|type="application\/))[^>]*>/,
          `${route.path} has an inline script`,
        );
        assert.doesNotMatch(page, /<[^>]+\s(style|on[a-z]+)="/, `${route.path} has a style attribute or a handler`);
      }
    }
  });
});

describe('Mozilla’s HTTP Observatory', () => {
  it('would give A+', async (t) => {
    const site: Served = await serve(t, { config: { trustProxy: 1 } });
    const answer = await site.get('/', { headers: { 'x-forwarded-proto': 'https' } });
    const moved = await site.get('/', { headers: { 'x-forwarded-proto': 'http' } });
    const score = scoreOf({
      headers: answer.headers,
      html: await answer.text(),
      redirect: { status: moved.status, location: moved.headers.get('location') ?? '' },
    });
    assert.ok(score >= 100, `${score} of 100`);
  });
});
