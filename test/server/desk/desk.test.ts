import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addLink } from '#server/embedded/desk/sessions.ts';
import { findLinkEmail, linkIn, member, serveDesk, tokenIn } from '../../support/desk.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

describe('the desk', () => {
  it('does not exist without DESK_EMAILS', async (t) => {
    const { get } = await serve(t);
    for (const path of ['/desk', '/desk/sign-in', '/desk/messages']) assert.equal((await get(path)).status, 404);
    assert.notEqual((await get('/desk/sign-in', { method: 'POST' })).status, 200);
  });

  it('is a page of the site in both languages that nobody stores, lists or frames', async (t) => {
    const { get } = await serveDesk(t);
    for (const [language, words] of [
      ['en', 'Sign in to the desk'],
      ['ua', 'Вхід до\u00a0кабінету'],
    ] as const) {
      const answer = await get(`/desk/sign-in?lang=${language}`);
      const html = await answer.text();
      assert.equal(answer.status, 200);
      assert.ok(html.includes(words), html);
      assert.match(html, /<\w+ lang="en">EN<\/\w+>/);
      assert.match(html, /<\w+ lang="uk">УКР<\/\w+>/);
      assert.doesNotMatch(html, /<script/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/);
      assert.equal(answer.headers.get('referrer-policy'), 'same-origin');
      assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self';.*frame-ancestors 'none'/);
    }
  });

  it('is served by the backend only to the site', async (t) => {
    const { backendOrigin, token } = await serveDesk(t);
    assert.equal((await fetch(`${backendOrigin}/desk/sign-in`)).status, 401);
    assert.equal((await fetch(`${backendOrigin}/desk/sign-in`, { headers: { 'x-token': token } })).status, 200);
  });
});

describe('signing in', () => {
  it('takes a link from an e-mail, which works once, and only by its button', async (t) => {
    const { post, get, place, storage } = await serveDesk(t);
    const asked = await post('/desk/sign-in?lang=ua', { email: ` ${member.toUpperCase()} ` });
    assert.match(await asked.text(), /Перевірте пошту/);
    await until('the e-mail is there', async () => (await findLinkEmail(place)) !== null);
    const email = await findLinkEmail(place);
    assert.ok(email);
    assert.equal(email.to, member);
    assert.match(email.subject, /^Вхід до кабінету /);
    const link = linkIn(email);
    const token = tokenIn(email);
    // Mail scanners open links, some of them several times.
    for (let times = 0; times < 3; times += 1) assert.match(await (await get(link)).text(), /Увійти/);
    const entered = await post('/desk/sign-in/link', { token });
    assert.equal(entered.headers.get('location'), '/desk/messages');
    const cookie = entered.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
    assert.equal((await post('/desk/sign-in/link', { token })).status, 403);
    assert.equal((await get(link)).status, 403);
    // The second click of a double click: the browser has the cookie, and has not left the page yet.
    const again = await post('/desk/sign-in/link', { token }, { headers: { cookie: cookie.split(';', 1).join() } });
    assert.deepEqual([again.status, again.headers.get('location')], [303, '/desk/messages']);
    assert.equal(again.headers.get('set-cookie'), null);
    // The database contains neither the token of the link nor the token of the session.
    const stored = await storage.read(async (database) => [
      await database.selectFrom('desk_links').selectAll().execute(),
      await database.selectFrom('desk_sessions').selectAll().execute(),
    ]);
    const secrets = [token, cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))];
    for (const secret of secrets) assert.ok(!JSON.stringify(stored).includes(secret));
  });

  it('by the used link of another person is refused, also in a browser that is signed in', async (t) => {
    const other = 'ivan@obrii.example';
    const { post, signIn, storage } = await serveDesk(t, { env: { DESK_EMAILS: `${member},${other}` } });
    const token = await storage.write((database) => addLink(database, other, Date.now()));
    assert.equal((await post('/desk/sign-in/link', { token })).status, 303);
    const headers = await signIn();
    assert.equal((await post('/desk/sign-in/link', { token }, { headers })).status, 403);
    assert.equal((await post('/desk/sign-in/link', { token: 'no-link' }, { headers })).status, 403);
  });

  it('sets a cookie that works without TLS, and logs the link when there is neither TLS nor mail', async (t) => {
    const { post, place } = await serveDesk(t, { config: { publicUrl: 'http://localhost:3000' } });
    await post('/desk/sign-in', { email: member });
    await until('the e-mail is there', async () => (await findLinkEmail(place)) !== null);
    const email = await findLinkEmail(place);
    assert.ok(email);
    const entered = await post('/desk/sign-in/link', { token: tokenIn(email) });
    assert.match(
      entered.headers.get('set-cookie') ?? '',
      /^desk=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  it('has the same response for an address that may sign in and for one that may not', async (t) => {
    const { post, storage } = await serveDesk(t);
    const known = await post('/desk/sign-in', { email: member });
    const unknown = await post('/desk/sign-in', { email: 'somebody@else.example' });
    assert.equal(known.status, unknown.status);
    assert.equal(await known.text(), await unknown.text());
    const emails = () => storage.read((database) => database.selectFrom('outbox').select('recipient').execute());
    await until('one e-mail is there', async () => (await emails()).length === 1);
    assert.deepEqual(await emails(), [{ recipient: member }]);
    assert.equal((await post('/desk/sign-in', { email: 'no address' })).status, 422);
  });

  it('is limited for one address, known or not, and for one client', async (t) => {
    const { post } = await serveDesk(t);
    const statuses = async (email: (turn: number) => string, times: number) => {
      const found: number[] = [];
      for (let turn = 0; turn < times; turn += 1)
        found.push((await post('/desk/sign-in', { email: email(turn) })).status);
      return found;
    };
    assert.deepEqual(await statuses(() => member, 6), [200, 200, 200, 200, 200, 429]);
    assert.deepEqual(await statuses(() => 'a@b.example', 6), [200, 200, 200, 200, 200, 429]);
    assert.deepEqual((await statuses((turn) => `a${turn}@b.example`, 11)).slice(-2), [200, 429]);
  });

  it('names a client equally in every copy of the site, and not by its address', async (t) => {
    const clients: string[] = [];
    for (const backendToken of ['shared', 'shared', 'other']) {
      const { get, backend } = await serve(t, { config: { deskEmails: [member], backendToken } });
      backend.respondWith((request, response) => {
        if (request.url === '/desk') clients.push(String(request.headers['x-desk-client']));
        sendJson(response, 200, { title: 'Desk', body: '' });
      });
      await get('/desk');
    }
    assert.equal(clients.length, 3);
    assert.equal(clients[0], clients[1]);
    assert.notEqual(clients[0], clients[2]);
    assert.doesNotMatch(clients.join(), /127|::1/);
  });

  it('ends by signing out, here or everywhere, and is in the audit log', async (t) => {
    const { get, post, signIn, storage } = await serveDesk(t);
    const one = await signIn();
    const two = await signIn();
    assert.notEqual(one['cookie'], two['cookie']);
    assert.equal((await get('/desk', { headers: one })).headers.get('location'), '/desk/messages');
    const left = await post('/desk/sign-out', {}, { headers: one });
    assert.match(left.headers.get('set-cookie') ?? '', /^__Host-desk=; Path=\/; Max-Age=0/);
    const again = await post('/desk/sign-out', {}, { headers: one });
    assert.equal(
      again.headers.get('location'),
      '/desk/sign-in',
      'a second click does not say that nothing was changed',
    );
    assert.equal((await get('/desk', { headers: one })).headers.get('location'), '/desk/sign-in');
    assert.equal((await get('/desk', { headers: two })).headers.get('location'), '/desk/messages');
    const three = await signIn();
    await post('/desk/sign-out-everywhere', {}, { headers: three });
    for (const headers of [two, three])
      assert.equal((await get('/desk', { headers })).headers.get('location'), '/desk/sign-in');
    const entries = await storage.read((database) =>
      database.selectFrom('desk_acts').select(['who', 'act']).orderBy('id').execute(),
    );
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['sign-in', 'sign-in', 'sign-out', 'sign-in', 'sign-out-everywhere'],
    );
    assert.ok(entries.every(({ who }) => who === member));
  });

  it('is refused for a POST from another site', async (t) => {
    const { post, signIn } = await serveDesk(t);
    const { cookie = '' } = await signIn();
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/desk/sign-in', '/desk/sign-in/link', '/desk/sign-out'])
      assert.equal((await post(path, { email: member }, { headers })).status, 403);
  });
});
