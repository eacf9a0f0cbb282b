import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from '#shared/contracts/check.ts';
import { ViewReport } from '#shared/contracts/page-views.ts';
import { propertyOf } from '#shared/property-of.ts';
import { member, serveDesk } from '../../support/desk.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { json } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'accept-language': 'en' };

describe('a page view', () => {
  it('is counted by day, page, language and previous site, and no data of the visitor are stored', async (t) => {
    const { get, app, storage, signIn } = await serveDesk(t);
    const open = (path: string, headers: Record<string, string> = {}) =>
      get(path, { headers: { ...browser, ...headers } }).then((answer) => answer.text());
    await open('/about?utm=secret', { referer: 'https://search.example/find?q=secret+words' });
    await open('/about', { referer: 'https://obrii.example/news' });
    await open('/about?lang=ua', { cookie: 'language=en; secret=1' });
    await open('/nowhere');
    await open('/api/news');
    await open('/about', { 'user-agent': 'Googlebot/2.1' });
    await open('/about', { 'sec-purpose': 'prefetch' });
    await open('/about', { referer: 'https://bad_host"><script>/' });
    await app.close();
    const rows = await storage.read((database) =>
      database.selectFrom('visits').selectAll().orderBy('referrer').execute(),
    );
    assert.deepEqual(rows.map(({ page, language, referrer, count }) => [page, language, referrer, count]).sort(), [
      ['/404', 'en', '', 1],
      ['/about', 'en', '', 2],
      ['/about', 'en', 'search.example', 1],
      ['/about', 'ua', '', 1],
    ]);
    assert.doesNotMatch(JSON.stringify(rows), /secret|127\.0/);
    const headers = await signIn();
    assert.match(await (await get('/desk/statistics', { headers })).text(), /\/about.*4.*English.*search\.example/s);
  });

  it('adds its web vitals, which the desk shows beside the state of e-mails', async (t) => {
    const { get, app, storage, signIn } = await serveDesk(t);
    const report = (vitals: object) =>
      get('/vitals', {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin: 'https://obrii.example' },
        body: JSON.stringify({ route: 'about', language: 'en', ...vitals }),
      }).then(({ status }) => status);
    assert.equal(await report({ LCP: 2500, CLS: 0.2 }), 204);
    assert.equal(await report({ LCP: 900, INP: 501 }), 204);
    assert.equal(await report({ LCP: 4001 }), 204);
    await app.close();
    const rows = await storage.read((database) => database.selectFrom('vitals').selectAll().execute());
    assert.deepEqual(rows.map(({ name, rating, count }) => `${name} ${rating} ${count}`).sort(), [
      'CLS fair 1',
      'INP poor 1',
      'LCP good 2',
      'LCP poor 1',
    ]);
    const html = await (await get('/desk/statistics', { headers: await signIn() })).text();
    assert.match(html, /Main content shown.*67%.*0%.*33%.*3.*Movement of the page.*0%.*100%.*0%.*1/s);
    assert.match(html, /Emails and calls.*Kept, not sent/s);
  });

  it('is not lost while the backend fails, and made-up referrers have a limit', async (t) => {
    const { get, app, backend } = await serve(t, { config: { deskEmails: [member] } });
    for (let site = 0; site < 600; site += 1)
      await (await get('/about', { headers: { ...browser, referer: `https://site${site}.example/` } })).text();
    backend.respondWith((_request, response) => sendJson(response, 503, { error: 'away' }));
    const sent = () => backend.sent.filter(([path]) => path === '/visits').map(([, body]) => body as ViewReport);
    const sum = (reports: ViewReport[]) =>
      reports.flatMap(({ visits }) => visits).reduce((total, { count }) => total + count, 0);
    await app.close();
    const refused = sent().length;
    assert.equal(sum(sent()), 600);
    backend.respondWith(null);
    await app.close();
    const taken = sent().slice(refused);
    assert.equal(sum(taken), 600);
    assert.ok(taken.flatMap(({ visits }) => visits).length <= 501);
    for (const report of taken) assert.equal(check(report, ViewReport)[0], null);
    // Views that were sent are not sent again.
    await app.close();
    assert.equal(sent().length, refused + taken.length);
  });

  it('is sent again with its key after a refused token or a lost answer, and counted once', async (t) => {
    const { get, app, backend, logged } = await serve(t, { config: { deskEmails: [member] } });
    const keys: unknown[] = [];
    const respond = (status: number) =>
      backend.respondWith((request, response) => {
        if (request.url === '/visits') keys.push(request.headers['idempotency-key']);
        sendJson(response, status, {});
      });
    const view = async () => await (await get('/about', { headers: browser })).text();
    await view();
    for (const status of [401, 504, 200]) {
      respond(status);
      await app.close();
      await view();
    }
    assert.match(String(keys[0]), /^[\da-f-]{36}$/);
    assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]]);
    assert.equal(keys.length, 4, 'the views since then follow');
    assert.notEqual(keys[3], keys[0]);
    const refusals = logged.filter(({ msg }) => msg === 'the backend did not accept page views');
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [401, 504],
    );
  });

  it('is not counted when its sender has left before the response', async (t) => {
    const { get, app, backend, logged } = await serve(t, { config: { deskEmails: [member] } });
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    backend.respondWith((_request, response) => {
      asked.resolve();
      void left.promise.then(() => sendJson(response, 404, { error: 'notFound' }));
    });
    const visitor = new AbortController();
    const answer = get('/news/made-up', { headers: browser, signal: visitor.signal });
    await asked.promise;
    visitor.abort();
    await assert.rejects(answer);
    const isLogged = ({ request }: Record<string, unknown>) => propertyOf(request, 'status') === 499;
    await until('the request has ended', () => logged.some(isLogged));
    left.resolve();
    backend.respondWith(null);
    await app.close();
    assert.deepEqual(
      backend.sent.filter(([path]) => path === '/visits'),
      [],
    );
  });

  it('is accepted by the backend only from the site', async (t) => {
    const { backendOrigin, token, get, storage } = await serveDesk(t);
    const send = (body: unknown, headers?: Record<string, string>) =>
      fetch(`${backendOrigin}/visits`, json(body, headers)).then(({ status }) => status);
    const view = { page: '/about', language: 'en', referrer: '', count: 1 };
    assert.equal(await send({ visits: [view], vitals: [] }), 401);
    const own = { 'x-token': token };
    const once = { ...own, 'idempotency-key': '5b0c6a34-0000-4000-8000-000000000001' };
    assert.equal(await send({ visits: [view], vitals: [] }, once), 200);
    assert.equal(await send({ visits: [view], vitals: [] }, once), 200);
    const rows = await storage.read((database) => database.selectFrom('visits').select('count').execute());
    assert.deepEqual(rows, [{ count: 1 }]);
    for (const wrong of [
      { ...view, count: 0 },
      { ...view, page: 'about' },
      { ...view, referrer: 'a b' },
      { ...view, ip: '1' },
    ])
      assert.equal(await send({ visits: [wrong], vitals: [] }, own), 400);
    assert.equal(await send({ visits: [], vitals: [{ name: 'LCP', rating: 'fine', count: 1 }] }, own), 400);
    assert.equal((await get('/visits', { method: 'POST' })).status, 404);
  });
});
