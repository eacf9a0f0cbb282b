import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLogged } from '../../support/logged.ts';
import { json } from '../../support/posts.ts';
import { speak } from '../../support/raw.ts';
import { serve, type Served } from '../../support/serve.ts';

const comments = '/api/news/1/comments';

describe('Host', () => {
  const asked = (host: string, path = '/about') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

  it('may be anything where ALLOWED_HOSTS names none', async (t) => {
    const site = await serve(t);
    assert.equal((await speak(site.origin, asked('anything.example'))).status, 200);
  });

  it('is answered 421 where ALLOWED_HOSTS names others, 200 where it names this one, with or without a port', async (t) => {
    const site = await serve(t, { config: { allowedHosts: ['www.obrii.example'] } });
    assert.equal((await speak(site.origin, asked('evil.example'))).status, 421);
    assert.equal((await speak(site.origin, asked('WWW.obrii.example:8443'))).status, 200);
    assert.equal((await speak(site.origin, asked('www.obrii.example.evil.example'))).status, 421);
    for (const probe of ['/readyz', '/readyz?verbose', '/healthz/', '/metrics?module=site'])
      assert.notEqual((await speak(site.origin, asked('10.0.0.7:3000', probe))).status, 421, 'a probe asks by address');
    await assertLogged(site, 421);
  });

  it('is answered where it is that of PUBLIC_URL, which ALLOWED_HOSTS need not name', async (t) => {
    const config = { publicUrl: 'https://obrii.example:8443', allowedHosts: ['site'] };
    const { origin } = await serve(t, { config });
    for (const host of ['obrii.example:8443', 'site'])
      assert.equal((await speak(origin, asked(host))).status, 200, host);
    assert.equal((await speak(origin, asked('www.obrii.example'))).status, 421);
  });

  it('is never trusted: canonical links contain PUBLIC_URL', async (t) => {
    const site = await serve(t);
    const { text } = await speak(
      site.origin,
      `GET /about HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    );
    assert.doesNotMatch(text, /evil\.example/);
    assert.match(text, /rel="canonical" href="https:\/\/obrii\.example\/about/);
  });
});

describe('X-Forwarded-*', () => {
  const limited = (t: Parameters<typeof serve>[0], trustProxy: number | false) =>
    serve(t, { config: { trustProxy, rateLimit: 1 } });
  const comment = (site: Served, address: string, content: string) =>
    site.get(comments, json({ author: 'Olha', content }, { 'x-forwarded-for': address }));

  it('is not trusted unless TRUST_PROXY is set: a made-up address is still the same visitor', async (t) => {
    const site = await limited(t, false);
    assert.equal((await comment(site, '1.1.1.1', 'a')).status, 201);
    assert.equal((await comment(site, '2.2.2.2', 'b')).status, 429);
  });

  it('counts a visitor whose proxy adds the port of the connection', async (t) => {
    for (const [first, second] of [
      ['192.0.2.1:1001', '192.0.2.1:1002'],
      ['[2001:db8::1]:1001', '2001:db8::1'],
      ['made-up', 'unknown'],
    ] as const) {
      const site = await limited(t, 1);
      assert.equal((await comment(site, first, 'a')).status, 201, first);
      assert.equal((await comment(site, second, 'b')).status, 429, second);
      assert.equal((await comment(site, '198.51.100.7:1001', 'c')).status, 201, 'another visitor');
    }
  });

  it('without TRUST_PROXY is logged as a warning, because anybody can send it', async (t) => {
    const site = await limited(t, false);
    await comment(site, '1.1.1.1', 'a');
    const [warning] = site.logged.filter(({ code }) => code === 'ERR_ERL_UNEXPECTED_X_FORWARDED_FOR');
    assert.equal(warning?.['level'], 40);
  });

  it('is trusted as far as TRUST_PROXY counts: addresses that the visitor has added are not', async (t) => {
    const site = await limited(t, 1);
    assert.equal((await comment(site, '9.9.9.9, 1.1.1.1', 'a')).status, 201);
    assert.equal((await comment(site, '8.8.8.8, 1.1.1.1', 'b')).status, 429);
    assert.equal((await comment(site, '8.8.8.8, 2.2.2.2', 'c')).status, 201);
  });

  it('redirects a visitor from http to https, once, to the canonical address, with the name of PUBLIC_URL', async (t) => {
    const site = await serve(t, { config: { trustProxy: 1 } });
    const answer = await site.get('/News/?category=General', {
      headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' },
    });
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get('location'), 'https://obrii.example/news?category=General');
    const next = await site.get('/news?category=General', { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(next.status, 200);
    assert.match(next.headers.get('strict-transport-security') ?? '', /max-age=63072000/);
    assert.equal((await site.get('/healthz', { headers: { 'x-forwarded-proto': 'http' } })).status, 200);
  });

  it('redirects nobody when no proxy is trusted, or when PUBLIC_URL is http', async (t) => {
    const headers = { 'x-forwarded-proto': 'http' };
    assert.equal((await (await serve(t)).get('/about', { headers })).status, 200);
    const plain = await serve(t, { config: { trustProxy: 1, publicUrl: 'http://obrii.example' } });
    const answer = await plain.get('/about', { headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('strict-transport-security'), null);
  });
});
