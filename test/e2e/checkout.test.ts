import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import en from '../../locales/en/checkout.json' with { type: 'json' };
import extension from '../../locales/en/extension.json' with { type: 'json' };
import ua from '../../locales/ua/checkout.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';
import { fakeMonobank, type FakeMonobank } from '../support/fake-monobank.ts';
import { json } from '../support/posts.ts';
import { createCleanup, startReady, type SiteProcess } from '../support/process.ts';

const shared = sharedSite();

/** A buyer who has just left the page of the bank. */
async function buy(site: SiteProcess, bank: FakeMonobank, language: 'en' | 'ua') {
  const purchase = { plan: 'yearly', machine_id: `7F3A-${language}`, email: 'marta@steppe.example', language };
  const bought = await fetch(`${site.origin}/api/monopay/invoice/create`, json(purchase));
  assert.equal(bought.status, 200);
  const invoice = [...bank.invoices.values()].at(-1);
  assert.ok(invoice);
  const { invoiceId, request } = invoice;
  const { pathname, search } = new URL(request.redirectUrl);

  async function report(status: 'processing' | 'success'): Promise<void> {
    const modified = status === 'success' ? '2026-03-01T10:00:02Z' : '2026-03-01T10:00:01Z';
    const { body, signature } = bank.report(invoiceId, status, modified);
    const headers = { 'content-type': 'application/json', 'x-sign': signature };
    const answer = await fetch(`${site.origin}/api/monopay/webhook`, { method: 'POST', body, headers });
    assert.equal(answer.status, 200);
  }
  return { path: `${pathname}${search}&lang=${language}`, report };
}

describe('a buyer who comes back from the bank', () => {
  const suite = createCleanup();
  let bank: FakeMonobank;
  let site: SiteProcess;
  before(async () => {
    bank = await fakeMonobank(suite);
    const env = { PAYMENTS: 'monobank', MONOBANK_URL: bank.url, MONOBANK_TOKEN: bank.token };
    site = await startReady(suite, { env });
  });
  after(() => suite.end());

  it('waits on the page until the bank has confirmed the payment, and sees the licence', async (t) => {
    const { path, report } = await buy(site, bank, 'en');
    const { page, open } = await visit(t, site);
    await open(path);
    await page.getByRole('heading', { name: en.waiting.title }).waitFor();
    assert.equal(await page.getByText(en.success.text).count(), 0);
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await report('processing');
    await report('success');
    await page.getByRole('heading', { name: en.success.title, exact: true }).waitFor();
    const licence = page.getByRole('region', { name: en.success.licenceLabel });
    assert.match(await licence.innerText(), /^-----BEGIN GITL LICENCE-----\n/);
    assert.equal(await page.locator('[data-same]').count(), 1, 'the page was not loaded again');
    assert.ok((await page.title()).startsWith(en.success.title));
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.reload();
    await licence.waitFor();
  });

  it('sees the same without JavaScript, in Ukrainian', async (t) => {
    const { path, report } = await buy(site, bank, 'ua');
    const { page, open } = await visit(t, site, { javaScriptEnabled: false });
    await open(path);
    await page.getByRole('heading', { name: ua.waiting.title }).waitFor();
    await report('success');
    await page.getByRole('heading', { name: ua.success.title, exact: true }).waitFor({ timeout: 45_000 });
    assert.match(await page.locator('.checkout__licence').innerText(), /^-----BEGIN GITL LICENCE-----\n/);
  });
});

describe('the result of a payment', () => {
  it('keeps what was typed when a declined payment is tried again, and not in the address', async (t) => {
    const { page, open } = await visit(t, shared);
    await open('/checkout?status=failed&plan=monthly&email=marta%40steppe.example&id=7F3A');
    await page.getByRole('link', { name: en.failure.tryAgain }).click();
    await page.waitForURL('**/gitl?plan=monthly&id=7F3A#activation');
    assert.equal(await page.getByLabel(extension.activation.machineId).inputValue(), '7F3A');
    assert.equal(await page.getByLabel(extension.activation.email).inputValue(), 'marta@steppe.example');
    assert.ok(await page.getByRole('button', { name: /^Pay/ }).isEnabled());
    await page.reload();
    assert.equal(await page.getByLabel(extension.activation.machineId).inputValue(), '7F3A');
  });

  it('shows no address with invisible characters, which a stranger may have put into a link', async (t) => {
    const { page, open } = await visit(t, shared);
    for (const mark of ['', '%E2%80%AE']) {
      await open(`/checkout?status=success&plan=monthly&email=${mark}marta%40steppe.example`);
      await page.getByRole('heading', { name: en.success.title, exact: true }).waitFor();
      assert.equal(await page.getByText('marta@steppe.example').count(), mark === '' ? 1 : 0);
    }
  });

  it('keeps the result on the page when the keyboard skips to it', async (t) => {
    const { page, open } = await visit(t, shared);
    await open('/checkout?status=success&plan=monthly&email=marta%40steppe.example&id=7F3A');
    await page.getByRole('heading', { name: en.success.title, exact: true }).waitFor();
    const email = page.getByText('marta@steppe.example');
    await page.keyboard.press('Tab');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (['document', 'fetch'].includes(request.resourceType())) asked.push(request.url());
    });
    await email.evaluate((element) => element.setAttribute('data-seen', ''));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/checkout?status=success&plan=monthly#main');
    await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
    await page.waitForLoadState('networkidle');
    assert.equal(await email.getAttribute('data-seen'), '', 'the page is the same');
    await page.goBack();
    await page.waitForURL((url) => url.hash === '');
    await page.waitForLoadState('networkidle');
    assert.equal(await email.getAttribute('data-seen'), '');
    assert.deepEqual(asked, []);
  });
});
