import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startBackend } from '../../support/backend.ts';
import { newSqlite } from '../../support/databases.ts';
import { json, shown, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const purchase = { plan: 'yearly', machine_id: '7F3A-91C2', email: 'marta@steppe.example', language: 'en' };

/** The site before its own embedded backend, as a new clone runs it. */
async function serveSandbox(t: TestContext) {
  const embedded = await startBackend(t, await newSqlite(t));
  const served = await serve(t, { backendOrigin: embedded.origin });
  const { stop } = embedded;
  const askBackend = (path: string, init?: RequestInit) => fetch(embedded.origin + path, init);
  return { ...served, stop, askBackend, html: async (path: string) => shown(await served.html(path)) };
}

async function buy(
  { get }: Awaited<ReturnType<typeof serveSandbox>>,
  change: Partial<typeof purchase> = {},
): Promise<string> {
  const answer = await get('/api/monopay/invoice/create', json({ ...purchase, ...change }));
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { pageUrl: string }).pageUrl;
}

describe('the sandbox', () => {
  it('shows the order, marked as a sandbox, in both languages', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    assert.match(page, /^\/sandbox\/pay\/[\da-f]{24}$/);
    const answer = await site.get(page);
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(html, /This is a sandbox: no money moves/);
    assert.match(html, /GITL licence, Yearly.*\$20\.00.*marta@steppe\.example/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.equal(answer.headers.get('x-robots-tag'), 'noindex');
    const ukrainian = await site.html(`${page}?lang=ua`);
    assert.match(ukrainian, /<html lang="uk">.*Це\s+тестовий режим: гроші не\s+списуються/s);
  });

  it('links to the whole address in the other language, however long it is', async (t) => {
    const site = await serveSandbox(t);
    const path = `/sandbox/pay/${'x'.repeat(300)}`;
    assert.match(await site.html(path), new RegExp(`<a class="language-toggle" href="${path}\\?lang=ua"`));
  });

  it('shows an invoice in hryvnias as such, whatever the language of its page', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site, { language: 'ua' });
    assert.match(await site.html(page), /₴800\.00|800\.00\s₴/);
  });

  it('ends an approved payment at the checkout’s success, once', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    const answer = await site.get(page, urlEncoded({ decision: 'approve' }));
    assert.equal(answer.status, 303);
    const withoutOrder = '/checkout?id=7F3A-91C2&status=success&plan=yearly&email=marta%40steppe.example&order=';
    const wanted = withoutOrder + page.split('/').at(-1);
    assert.equal(answer.headers.get('location'), wanted);
    assert.match(await site.html(wanted), /Your payment has been processed successfully\./);
    const invoice = (await (await site.askBackend(page)).json()) as { status: string };
    assert.equal(invoice.status, 'success');
    // A paid order stays paid: neither Back nor a second click changes it.
    const second = await site.get(page, urlEncoded({ decision: 'decline' }));
    assert.equal(second.headers.get('location'), wanted);
    assert.match(await site.html(page), /cannot be paid twice/);
  });

  it('ends a declined payment at the checkout’s failure, and can be tried again', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    const answer = await site.get(page, urlEncoded({ decision: 'decline' }));
    const failed = answer.headers.get('location') ?? '';
    assert.match(failed, /^\/checkout\?id=7F3A-91C2&status=failed&/);
    const html = await site.html(failed);
    assert.match(html, /There was an issue processing your payment\. Please try again\./);
    const again = /href="(\/gitl\?[^"]+)#activation"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = await site.html(again);
    for (const value of ['7F3A-91C2', 'marta@steppe.example']) assert.ok(form.includes(`value="${value}"`), value);
    assert.match(form, /value="yearly"[^>]* checked|checked[^>]* value="yearly"/);
    assert.equal(await buy(site), page, 'the same purchase is the same invoice');
    assert.match(await site.html(page), /The last attempt was declined/);
    const second = await site.get(page, urlEncoded({ decision: 'approve' }));
    assert.match(second.headers.get('location') ?? '', /status=success/);
  });

  it('leads there from the form without JavaScript', async (t) => {
    const site = await serveSandbox(t);
    const answer = await site.get('/gitl', urlEncoded(purchase));
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('location') ?? '', /^\/sandbox\/pay\//);
  });

  it('accepts repeated and late reports to the webhook', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    const invoiceId = page.split('/').at(-1);
    const report = (status: string, modifiedDate: string) =>
      site.askBackend('/api/monopay/webhook', json({ invoiceId, status, modifiedDate }));
    const status = async () => ((await (await site.askBackend(page)).json()) as { status: string }).status;
    const later = new Date(Date.now() + 1000).toISOString();
    assert.equal((await report('success', later)).status, 200);
    assert.equal((await report('success', later)).status, 200);
    assert.equal((await report('failure', new Date().toISOString())).status, 200);
    assert.equal(await status(), 'success');
    assert.equal((await report('shipped', later)).status, 400);
    assert.equal(
      (await site.askBackend('/api/monopay/webhook', json({ invoiceId: 'x', status: 'success', modifiedDate: later })))
        .status,
      404,
    );
  });

  it('does not say that the time of a refunded invoice is up', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    const report = (status: string, modifiedDate: string) =>
      site.askBackend('/api/monopay/webhook', json({ invoiceId: page.split('/').at(-1), status, modifiedDate }));
    await report('success', new Date().toISOString());
    await report('reversed', new Date(Date.now() + 1000).toISOString());
    const answer = await site.get(page);
    assert.equal(answer.status, 410);
    assert.match(await answer.text(), /This invoice can no longer be paid.*It was refunded or has expired/s);
  });

  it('does not know other invoices', async (t) => {
    const site = await serveSandbox(t);
    const answer = await site.get('/sandbox/pay/nobody');
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /No such invoice/);
    assert.equal((await site.get('/sandbox/pay/nobody', urlEncoded({ decision: 'approve' }))).status, 303);
  });

  it('says when to try again while the backend does not answer', async (t) => {
    const site = await serveSandbox(t);
    const page = await buy(site);
    await site.stop();
    for (const init of [{}, urlEncoded({ decision: 'approve' })]) {
      const answer = await site.get(page, init);
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '30']);
      assert.match(await answer.text(), /An error on our side/);
    }
    assert.ok(!site.logged.some(({ level }) => level === 50), 'it is no fault of this site');
  });

  it('does not exist with a hosted backend', async (t) => {
    const { get } = await serve(t, { config: { backendUrl: 'https://backend.example' } });
    assert.equal((await get('/sandbox/pay/abc')).status, 404);
    assert.match(await (await get('/sandbox/pay/abc')).text(), /Page not found/);
  });
});

describe('the embedded backend', () => {
  it('starts a trial with the token, and again without harm', async (t) => {
    const { get } = await serveSandbox(t);
    const { machine_id, email } = purchase;
    const answer = await get('/api/trial/start', json({ machine_id, email }));
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
  });

  it('refuses a trial without the token, and what is no trial', async (t) => {
    const { askBackend } = await serveSandbox(t);
    const withToken = (token: string, body: unknown) =>
      askBackend('/api/trial/start', json(body, { 'x-token': token }));
    const trial = { machine_id: '7F3A', email: 'marta@steppe.example' };
    assert.equal((await askBackend('/api/trial/start', json(trial))).status, 401);
    assert.equal((await withToken('secret-test-tokem', trial)).status, 401);
    assert.equal((await withToken('secret-test-token', { machine_id: '' })).status, 400);
    assert.equal((await withToken('secret-test-token', trial)).status, 200);
  });

  it('refuses an invoice that a provider would refuse', async (t) => {
    const { askBackend } = await serveSandbox(t);
    const answer = await askBackend('/api/monopay/invoice/create', json({ amount: 0, ccy: 1 }));
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { error: string }).error, /amount/);
  });
});
