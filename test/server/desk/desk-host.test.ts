import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { deskOriginOf } from '#server/config/desk-origin.ts';
import { findLinkEmail, member, serveDesk } from '../../support/desk.ts';
import { speak } from '../../support/raw.ts';
import { until } from '../../support/until.ts';

const deskHost = 'desk.obrii.example';
const publicHost = 'obrii.example';

interface Asked {
  host: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}

/** Starts the site with a desk on its own host; `ask` sends the Host header of a browser. */
async function open(t: Parameters<typeof serveDesk>[0], config: Parameters<typeof serveDesk>[1] = {}) {
  const desk = await serveDesk(t, { ...config, config: { deskHost, ...config.config } });
  async function ask({ host, path, method = 'GET', headers = {}, fields = {} }: Asked) {
    const body = method === 'POST' ? new URLSearchParams(fields).toString() : '';
    const length = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
    const all = { Host: host, Connection: 'close', ...(method === 'POST' && length), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const { status, text } = await speak(desk.origin, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    const header = (name: string) => new RegExp(`^${name}: (.*?)\\r$`, 'im').exec(text)?.[1] ?? null;
    return { status, text, header };
  }
  return { ...desk, ask };
}

const signInPath = '/desk/sign-in';

describe('DESK_HOST', () => {
  it('serves the desk, its stylesheets and the paths of probes, and nothing else', async (t) => {
    const { ask } = await open(t);
    const statusOf = async (path: string) => (await ask({ host: deskHost, path })).status;
    const signIn = await ask({ host: deskHost, path: signInPath });
    assert.equal(signIn.status, 200);
    assert.match(signIn.text, /<h1/);
    assert.equal((await ask({ host: `${deskHost.toUpperCase()}:8443`, path: signInPath })).status, 200);
    const home = await ask({ host: deskHost, path: '/' });
    assert.deepEqual([home.status, home.header('location')], [303, '/desk']);
    for (const path of ['/healthz', '/readyz', '/favicon.ico', '/static/logo/favicon.svg'])
      assert.equal(await statusOf(path), 200, path);
    const others = [
      '/about',
      '/news',
      '/contacts',
      '/api/news',
      '/sitemap.xml',
      '/robots.txt',
      '/about.md',
      '/checkout',
    ];
    for (const path of [...others, '/payment/x', '/api/orders?id=x', '/nothing', '/deskx', '/%2e%2e/about']) {
      const answer = await ask({ host: deskHost, path });
      assert.equal(answer.status, 404, path);
      assert.equal(answer.header('set-cookie'), null, path);
    }
    const post = await ask({ host: deskHost, path: '/contacts', method: 'POST', fields: { email: 'a@b.example' } });
    assert.equal(post.status, 404);
  });

  it('serves no desk under any other name', async (t) => {
    const { ask, signIn } = await open(t);
    for (const host of [publicHost, 'anything.example', '127.0.0.1'])
      for (const path of ['/desk', signInPath, '/desk/messages', '/DESK/orders', '/desk/orders.csv']) {
        const answer = await ask({ host, path });
        assert.equal(answer.status, 404, host + path);
        assert.doesNotMatch(answer.text, /name="email"/);
      }
    const fields = { email: member };
    assert.equal((await ask({ host: publicHost, path: signInPath, method: 'POST', fields })).status, 404);
    assert.equal((await ask({ host: publicHost, path: '/about' })).status, 200);
    await assert.rejects(signIn());
  });

  it('is in the link of the e-mail, and the cookie is for it alone', async (t) => {
    const { ask, place } = await open(t);
    const asked = await ask({ host: deskHost, path: signInPath, method: 'POST', fields: { email: member } });
    assert.equal(asked.status, 200);
    let link: string | undefined;
    await until('the e-mail is there', async () => {
      link = /https?:\/\/\S+/.exec((await findLinkEmail(place))?.text ?? '')?.[0];
      return link !== undefined;
    });
    const { origin, searchParams } = new URL(link ?? '');
    assert.equal(origin, `https://${deskHost}`);
    const fields = { token: searchParams.get('token') ?? '' };
    const entered = await ask({ host: deskHost, path: '/desk/sign-in/link', method: 'POST', fields });
    const cookie = entered.header('set-cookie') ?? '';
    assert.match(cookie, /^__Host-desk=[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    assert.equal((await ask({ host: deskHost, path: '/desk/orders', headers })).status, 200);
    assert.equal((await ask({ host: publicHost, path: '/desk/orders', headers })).status, 404);
    // Neither the site nor another page of the same domain may use a session of the desk.
    for (const origin of [`https://${publicHost}`, `https://www.${publicHost}`, 'https://evil.example', 'null']) {
      const foreign = { ...headers, origin, 'sec-fetch-site': 'same-site' };
      const refused = await ask({ host: deskHost, path: '/desk/sign-out', method: 'POST', headers: foreign });
      assert.equal(refused.status, 403, origin);
    }
    const own = { ...headers, origin: `https://${deskHost}`, 'sec-fetch-site': 'same-origin' };
    assert.equal((await ask({ host: deskHost, path: '/desk/sign-out', method: 'POST', headers: own })).status, 303);
  });

  it('links from a comment and from the editor to an article under the name of the site', async (t) => {
    const { ask, storage } = await open(t);
    const token = 'x'.repeat(43);
    await storage.write(async (database) => {
      await database
        .insertInto('comments')
        .values({ news_id: '1', author: 'Olha', content: 'Hello', date: new Date().toISOString(), state: 'held' })
        .execute();
      await database
        .insertInto('desk_sessions')
        .values({ hash: createHash('sha256').update(token).digest('base64url'), email: member, created: Date.now() })
        .execute();
    });
    const headers = { cookie: `__Host-desk=${token}` };
    const { text } = await ask({ host: deskHost, path: '/desk/comments', headers });
    assert.match(text, /href="https:\/\/obrii\.example\/news\/[\w-]+#comments"/);
    const editor = await ask({ host: deskHost, path: '/desk/news/1', headers });
    assert.match(editor.text, /href="https:\/\/obrii\.example\/news\/[\w-]+"/);
  });

  it('is served although ALLOWED_HOSTS does not name it, and is redirected to https under its own name', async (t) => {
    const { ask } = await open(t, { config: { allowedHosts: [publicHost], trustProxy: 1 } });
    const headers = { 'x-forwarded-proto': 'https' };
    assert.equal((await ask({ host: deskHost, path: signInPath, headers })).status, 200);
    assert.equal((await ask({ host: 'evil.example', path: signInPath, headers })).status, 421);
    const moved = await ask({ host: deskHost, path: '/desk/orders?page=2', headers: { 'x-forwarded-proto': 'http' } });
    assert.deepEqual([moved.status, moved.header('location')], [308, `https://${deskHost}/desk/orders?page=2`]);
    const site = await ask({ host: publicHost, path: '/about', headers: { 'x-forwarded-proto': 'http' } });
    assert.equal(site.header('location'), `https://${publicHost}/about`);
    const secure = await ask({ host: deskHost, path: signInPath, headers });
    assert.match(secure.header('strict-transport-security') ?? '', /max-age=63072000/);
  });

  it('has the scheme and the port of PUBLIC_URL, and must be another name', () => {
    const env = { DESK_EMAILS: member, DESK_HOST: 'Desk.localhost' };
    const { publicUrl, deskHost: name } = readConfig({ ...env, PUBLIC_URL: 'http://localhost:8080' });
    assert.equal(deskOriginOf({ publicUrl, deskHost: name }), 'http://desk.localhost:8080');
    assert.equal(deskOriginOf({ publicUrl, deskHost: null }), 'http://localhost:8080');
    const refused = [{ DESK_HOST: 'a.example' }, { ...env, DESK_HOST: 'localhost' }, { ...env, DESK_HOST: 'a.b, c.d' }];
    for (const wrong of [...refused, { ...env, DESK_HOST: 'https://a.b' }])
      assert.throws(() => readConfig(wrong), ConfigError, JSON.stringify(wrong));
  });
});
