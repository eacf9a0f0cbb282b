import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { erasePerson } from '#server/embedded/desk/person-data.ts';
import en from '../../../locales/en/checkout.json' with { type: 'json' };
import ua from '../../../locales/ua/checkout.json' with { type: 'json' };
import { writeTo } from '../../support/databases.ts';
import { answerAsUsual, fakeBackend } from '../../support/fake-backend.ts';
import { json, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';
import { create, purchase, serveShop, webhook } from '../../support/serve-shop.ts';

describe('a purchase at the bank', () => {
  it('requests the price of the plan from the bank, and reports to the public address of the site', async (t) => {
    const shop = await serveShop(t);
    const { status, body } = await shop.buy();
    const { invoiceId, request, reference } = shop.newest();
    assert.deepEqual([status, body], [200, { pageUrl: `https://pay.example/${invoiceId}` }]);
    assert.deepEqual([request.amount, request.ccy], [2000, 840]);
    assert.equal(request.webHookUrl, 'https://obrii.example/api/monopay/webhook');
    assert.equal(request.merchantPaymInfo.basketOrder[0]?.total, 2000);
    const { machine_id, email, plan, order } = JSON.parse(reference) as Record<string, string>;
    assert.deepEqual([machine_id, email, plan], ['7F3A-91C2', 'marta@steppe.example', 'yearly']);
    assert.equal(order, shop.orderOf(shop.newest()));
  });

  it('is shown as paid, with its licence, once the bank has confirmed it, and not before', async (t) => {
    const shop = await serveShop(t);
    await shop.buy();
    const { invoiceId } = shop.newest();
    const path = shop.returnPath(shop.newest());
    const waiting = await shop.html(path);
    assert.ok(waiting.includes(en.waiting.title));
    assert.ok(!waiting.includes(en.success.text));
    assert.match(waiting, /<noscript><meta http-equiv="refresh" content="10"><\/noscript>/);
    assert.equal((await shop.report(shop.bank.report(invoiceId, 'processing'))).status, 200);
    assert.ok((await shop.html(path)).includes(en.waiting.title));
    assert.equal((await shop.report(shop.bank.report(invoiceId, 'success'))).status, 200);
    const paid = await shop.html(path);
    assert.ok(paid.includes(en.success.text));
    assert.doesNotMatch(paid, /http-equiv="refresh"/);
    assert.match(paid, /-----BEGIN GITL LICENCE-----\n[^-]+\n-----END GITL LICENCE-----/);
    const order = (await (await shop.get(`/api/orders?id=${shop.orderOf(shop.newest())}`)).json()) as object;
    assert.deepEqual(Object.keys(order).sort(), ['expires', 'licence', 'state']);
    const ukrainian = await shop.html(`${path}&lang=ua`);
    assert.ok(ukrainian.includes(ua.success.title));
  });

  it('is never paid because of its address: failed and refunded payments stay so', async (t) => {
    const shop = await serveShop(t);
    await shop.buy();
    const path = shop.returnPath(shop.newest());
    const { invoiceId } = shop.newest();
    await shop.report(shop.bank.report(invoiceId, 'failure', '2026-03-01T10:00:00Z'));
    const failed = await shop.html(path);
    assert.ok(failed.includes(en.failure.text) && !failed.includes(en.success.text));
    await shop.report(shop.bank.report(invoiceId, 'success', '2026-03-01T10:01:00Z'));
    await shop.report(shop.bank.report(invoiceId, 'reversed', '2026-03-01T10:02:00Z'));
    const returned = await shop.html(path);
    assert.ok(returned.includes(en.returned.text));
    assert.doesNotMatch(returned, /BEGIN GITL LICENCE/);
  });

  it('without an order is shown as its address describes it, and never as paid with an unknown order', async (t) => {
    const shop = await serveShop(t);
    const unknown = await shop.html('/checkout?status=success&order=nobody-knows');
    assert.deepEqual([unknown.includes(en.success.text), unknown.includes(en.failure.text)], [false, true]);
    assert.ok((await shop.html('/checkout?status=success')).includes(en.success.text));
    for (const query of ['?id=nobody-knows', '', '?id=', '?id=a&id=b', '?id=../news'])
      assert.equal((await shop.get(`/api/orders${query}`)).status, 404);
  });

  it('sends receipt and licence once, in the language of the page', async (t) => {
    const shop = await serveShop(t);
    await shop.buy({ language: 'ua' });
    const { invoiceId } = shop.newest();
    for (const status of ['success', 'success', 'processing', 'success'] as const)
      await shop.report(shop.bank.report(invoiceId, status, '2026-03-01T10:00:00Z'));
    const emails = await shop.readEmails();
    assert.deepEqual(
      emails.map(({ to, subject }) => [to, subject]),
      [['marta@steppe.example', 'Ваша ліцензія GITL і квитанція']],
    );
    const [{ text = '' } = {}] = emails;
    assert.match(text, /Товар: Ліцензія GITL, тариф «Річний»\nІдентифікатор комп’ютера: 7F3A-91C2\nСума: 800[,.]00/);
    assert.match(text, /-----BEGIN GITL LICENCE-----/);
    assert.doesNotMatch(text, /\{\w+\}/);
  });

  it('works without JavaScript, with a page that leads to the bank', async (t) => {
    const shop = await serveShop(t);
    const answer = await shop.get('/gitl', urlEncoded(purchase));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), new RegExp(`href="https://pay.example/${shop.newest().invoiceId}"`));
    assert.equal((await shop.get('/sandbox/pay/x')).status, 404);
  });
});

describe('an order', () => {
  const key = 'one-submit-0123456789';

  /** Sends the request to another copy of the site, which asks the backend: the first one remembers its answer. */
  async function buyAtOtherCopy(t: TestContext, { backendOrigin }: { backendOrigin: string }) {
    const other = await serve(t, { backendOrigin, config: { payments: 'monobank' } });
    const answer = await other.get(create, json(purchase, { 'idempotency-key': key }));
    return { status: answer.status, body: (await answer.json()) as { pageUrl?: string } };
  }

  it('is stored before the bank is called, and sent again when the bank did not answer', async (t) => {
    const shop = await serveShop(t);
    shop.bank.intercept = (path) => (path.endsWith('/create') ? { status: 500, body: {} } : null);
    const failed = await shop.buy({}, key);
    assert.equal(failed.status, 502);
    shop.bank.intercept = null;
    const first = await shop.buy({}, key);
    const again = await shop.buy({}, key);
    assert.equal(first.status, 200);
    assert.deepEqual(again, first);
    assert.equal(shop.bank.invoices.size, 1);
  });

  it('whose payment page is made late can be paid until it expires, and no longer', async (t) => {
    const shop = await serveShop(t);
    shop.bank.intercept = (path) => (path.endsWith('/create') ? { status: 500, body: {} } : null);
    await shop.buy({}, key);
    shop.bank.intercept = null;
    const created = new Date(Date.now() - 50 * 60_000).toISOString();
    await writeTo(shop.place, (database) => database.updateTable('invoices').set({ created }).execute());
    await shop.buy({}, key);
    const { validity } = shop.newest().request;
    assert.ok(validity > 540 && validity <= 600, `${validity} s`);
  });

  it('has one payment page for parallel requests', async (t) => {
    const shop = await serveShop(t);
    const backend = async () => {
      const answer = await shop.buy({}, key);
      return answer.body.pageUrl;
    };
    const pages = await Promise.all(Array.from({ length: 5 }, backend));
    assert.equal(new Set(pages).size, 1);
    assert.equal(shop.bank.invoices.size, 1);
  });

  it('that the bank refuses is a failure, without the text of the bank', async (t) => {
    const shop = await serveShop(t);
    shop.bank.intercept = () => ({ status: 400, body: { errCode: 'BAD_CCY', errText: 'currency is not enabled' } });
    const { status, body } = await shop.buy();
    assert.deepEqual([status, body.errors], [502, { form: 'invoiceFailed' }]);
    assert.ok(!JSON.stringify(body).includes('BAD_CCY'));
  });

  it('of a declined payment keeps its payment page until it expires, and is followed by a new one then', async (t) => {
    const shop = await serveShop(t);
    const first = await shop.buy({}, key);
    await shop.report(shop.bank.report(shop.newest().invoiceId, 'failure'));
    assert.deepEqual(await buyAtOtherCopy(t, shop), first);
    assert.equal(shop.bank.invoices.size, 1);
    const created = new Date(Date.now() - 61 * 60_000).toISOString();
    await writeTo(shop.place, (database) => database.updateTable('invoices').set({ created }).execute());
    const next = await buyAtOtherCopy(t, shop);
    assert.deepEqual(next, { status: 200, body: { pageUrl: `https://pay.example/${shop.newest().invoiceId}` } });
    assert.equal(shop.bank.invoices.size, 2);
  });

  it('that was erased is followed by one new order when its request is sent again', async (t) => {
    const shop = await serveShop(t);
    await shop.buy({}, key);
    await writeTo(shop.place, async (database) => {
      await database.updateTable('invoices').set({ status: 'expired' }).execute();
      await erasePerson(database, purchase.email, { who: 'command', now: Date.now() });
    });
    for (let count = 0; count < 2; count += 1) {
      const next = await buyAtOtherCopy(t, shop);
      assert.deepEqual(next, { status: 200, body: { pageUrl: `https://pay.example/${shop.newest().invoiceId}` } });
    }
    assert.equal(shop.bank.invoices.size, 2);
  });
});

describe('the webhook', () => {
  it('accepts reports only from the bank', async (t) => {
    const shop = await serveShop(t);
    await shop.buy();
    const { invoiceId } = shop.newest();
    const { body, signature } = shop.bank.report(invoiceId, 'success');
    const send = (init: RequestInit) => shop.get(webhook, { method: 'POST', ...init });
    for (const init of [
      { body },
      { body, headers: { 'x-sign': '' } },
      { body, headers: { 'x-sign': Buffer.from('forged').toString('base64') } },
      { body: `${body} `, headers: { 'x-sign': signature } },
      { headers: { 'x-sign': signature } },
    ])
      assert.equal((await send(init)).status, 401);
    const order = (await (await shop.get(`/api/orders?id=${shop.orderOf(shop.newest())}`)).json()) as { state: string };
    assert.equal(order.state, 'created');
    assert.equal((await send({ body, headers: { 'x-sign': signature } })).status, 200);
  });

  it('responds to reports that it cannot use, and to orders of other sites', async (t) => {
    const shop = await serveShop(t);
    const send = (body: string) => shop.report({ body, signature: shop.bank.sign(body) });
    assert.equal((await send('{')).status, 400);
    assert.equal((await send('{"invoiceId":"x","status":"shipped","modifiedDate":"2026-03-01"}')).status, 400);
    assert.equal((await send('{"invoiceId":"x","status":"success","modifiedDate":"2026-03-01"}')).status, 404);
    assert.equal((await shop.get(webhook)).status, 405);
  });

  it('logs the payment of an order that is not stored, which nobody would notice otherwise', async (t) => {
    const shop = await serveShop(t);
    await shop.buy();
    const { invoiceId } = shop.newest();
    // An earlier backup was restored.
    await writeTo(shop.place, (database) => database.deleteFrom('invoices').execute());
    for (const status of ['processing', 'success'] as const)
      assert.equal((await shop.report(shop.bank.report(invoiceId, status))).status, 404);
    assert.deepEqual(
      shop.backendLogged.filter(({ level }) => level === 'error').map(({ text }) => text),
      ['the payment provider has reported a payment of an unknown order'],
    );
  });

  it('does not affect other posts when its calls fail', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      if (request.url === webhook) response.destroy();
      else answerAsUsual(request, response, body);
    });
    const { get } = await serve(t, { backend, config: { monobankToken: 'token' } });
    const headers = { 'x-sign': Buffer.alloc(70).toString('base64') };
    const reports = Array.from({ length: 20 }, () => get(webhook, { method: 'POST', body: '{}', headers }));
    assert.deepEqual(new Set((await Promise.all(reports)).map(({ status }) => status)), new Set([502]));
    const trial = { machine_id: '7F3A', email: 'marta@steppe.example' };
    assert.equal((await get('/api/trial/start', json(trial))).status, 200);
  });

  it('does not exist without a bank', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get(webhook, { method: 'POST', body: '{}' })).status, 404);
  });
});
