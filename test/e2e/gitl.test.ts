import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Request } from 'playwright';
import checkout from '../../locales/en/checkout.json' with { type: 'json' };
import extension from '../../locales/en/extension.json' with { type: 'json' };
import gitl from '../../locales/en/gitl.json' with { type: 'json' };
import news from '../../locales/en/news.json' with { type: 'json' };
import ukrainian from '../../locales/ua/extension.json' with { type: 'json' };
import { followLink, hold, sharedSite, visit, wake } from '../support/browser.ts';

const { activation, alerts, validation } = extension;

const site = sharedSite();

describe('a buyer of GITL', () => {
  it('buys a licence from the extension’s link and ends at the result, without a trace in the address', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?id=7F3A-91C2');
    const submit = page.locator('#activation [type="submit"]');
    assert.equal(await page.getByLabel(activation.machineId).inputValue(), '7F3A-91C2');
    assert.ok(await submit.isDisabled());
    await page.getByRole('radio', { name: /Yearly/ }).click();
    await page.waitForFunction(() => Math.abs(document.querySelector('#activate')!.getBoundingClientRect().top) < 200);
    await page.getByLabel(activation.email).fill('marta@steppe');
    await page.getByLabel(activation.email).blur();
    await page.locator('#activation').getByText(validation.emailInvalid).waitFor();
    await page.getByRole('status').getByText(validation.emailInvalid).waitFor();
    assert.ok(await submit.isDisabled());
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    assert.equal(await page.locator('#activation').getByText(validation.emailInvalid).count(), 0);
    await page.getByRole('button', { name: 'Pay $20' }).click();
    await page.waitForURL('**/sandbox/pay/*');
    await page.getByRole('button', { name: 'Approve the payment' }).click();
    await page.getByRole('heading', { name: checkout.processing.title }).waitFor();
    await page.getByRole('heading', { name: checkout.success.title, exact: true }).waitFor();
    await page.getByText('marta@steppe.example').waitFor();
    assert.match(new URL(page.url()).search, /^\?status=success&plan=yearly&order=[\da-f]{24}$/);
    assert.match(
      await page.getByRole('region', { name: checkout.success.licenceLabel }).innerText(),
      /^-----BEGIN GITL/,
    );
  });

  it('starts a trial, in Ukrainian, and gets an error when the identifier is missing', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?lang=ua&plan=trial');
    await page.getByLabel(ukrainian.activation.email).fill('marta@steppe.example');
    await page.keyboard.press('Enter');
    // Screen readers read the error with the field, because the field gets the focus.
    await page
      .locator('#activation-machine-error')
      .getByText(/ідентифікатор комп’ютера/)
      .waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-describedby'), 'activation-machine-error');
    await page.getByLabel(ukrainian.activation.machineId).fill('7F3A');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/trial/start'),
      page.getByRole('button', { name: 'Почати пробний період' }).click(),
    ]);
    assert.match(request.headers()['idempotency-key'] ?? '', /^[\da-f]{32}-[\da-z]+$/);
    // Screen readers say the confirmation and its description, because it gets the focus.
    const confirmation = page.locator('#activation :focus', { hasText: 'Пробний період почався.' });
    await confirmation.waitFor();
    const description = await confirmation.getAttribute('aria-describedby');
    await page.locator(`#${description}`, { hasText: ukrainian.alerts.trialNext }).waitFor();
  });

  it('hears that a trial has started also after leaving the form', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?id=7F3A-91C2&plan=trial');
    const letGo = await hold(page, '**/api/trial/start');
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    await page.getByRole('button', { name: activation.startTrial }).click();
    const link = page.locator('footer a').first();
    await link.focus();
    letGo();
    await page.locator('#announcer', { hasText: alerts.trialStarted }).waitFor({ state: 'attached' });
    assert.ok(await link.evaluate((element) => element === document.activeElement));
  });

  it('finds the typed values after Back from the payment page', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?plan=monthly');
    // A page from the back/forward cache would not test this.
    await page.evaluate(() => {
      addEventListener('unload', () => undefined);
    });
    await page.getByLabel(activation.machineId).pressSequentially('7F3A-91C2');
    await page.getByLabel(activation.email).pressSequentially('marta@steppe.example');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/monopay/invoice/create'),
      page.getByRole('button', { name: 'Pay $2' }).click(),
    ]);
    assert.match(request.headers()['idempotency-key'] ?? '', /^[\da-f]{32}-[\da-z]+$/);
    await page.waitForURL('**/sandbox/pay/*');
    await page.goBack();
    await wake(page);
    assert.equal(await page.getByLabel(activation.email).inputValue(), 'marta@steppe.example');
    assert.equal(await page.getByLabel(activation.machineId).inputValue(), '7F3A-91C2');
    assert.equal(await page.getByRole('button', { name: 'Pay $2' }).isDisabled(), false);
  });

  it('finds the values of the link and its own ones after Back from the agreement, without the e-mail address in any link', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?plan=trial&email=marta@steppe.example');
    await page.waitForURL(/\/gitl\?plan=trial$/);
    assert.equal(await page.locator('a[href*="steppe"]').count(), 0);
    await page.getByLabel(activation.machineId).fill('7F3A-91C2');
    await page.locator('.activation-section').getByRole('link', { name: activation.privacy }).click();
    await page.waitForURL('**/privacy');
    await page.goBack();
    assert.equal(await page.getByLabel(activation.email).inputValue(), 'marta@steppe.example');
    assert.equal(await page.getByLabel(activation.machineId).inputValue(), '7F3A-91C2');
  });

  it('goes on to the next page when the payment page is known while that is loading', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?id=7F3A-91C2&plan=monthly');
    const letInvoiceGo = await hold(page, '**/api/monopay/invoice/create');
    const letTextsGo = await hold(page, '**/texts/**/news.json');
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    const pay = page.getByRole('button', { name: 'Pay $2' });
    await pay.click();
    const asked = page.waitForRequest('**/texts/**/news.json');
    await followLink(page, '/news');
    await asked;
    letInvoiceGo();
    // The form can be sent again, because the next page may not load.
    await page.locator('#activation [type="submit"]:enabled').waitFor();
    letTextsGo();
    await page.waitForURL('**/news');
    await page.getByRole('heading', { level: 1, name: news.title }).waitFor();
  });

  it('goes on to the next page while the payment page is loading', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?id=7F3A-91C2&plan=monthly');
    const letInvoiceGo = await hold(page, '**/api/monopay/invoice/create');
    const letGo = await hold(page, '**/sandbox/pay/*');
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    const isPaymentPage = (request: Request) => request.url().includes('/sandbox/pay/');
    const begun = page.waitForEvent('request', isPaymentPage);
    const cancelled = page.waitForEvent('requestfailed', isPaymentPage);
    await page.getByRole('button', { name: 'Pay $2' }).click();
    await page.locator('a[href="/careers"]').last().focus();
    letInvoiceGo();
    await begun;
    await page.keyboard.press('Enter');
    await cancelled;
    letGo();
    await page.waitForURL('**/careers');
  });

  it('finds after Back the form that the address describes', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl?id=AB-12&plan=yearly');
    await followLink(page, '/gitl');
    await page.waitForURL((url) => url.search === '');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#activation-machine')?.value === '');
    await page.goBack();
    await page.waitForURL('**/gitl?id=AB-12&plan=yearly');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#activation-machine')?.value === 'AB-12',
    );
    assert.ok(await page.getByRole('radio', { name: /Yearly/ }).isChecked());
  });

  it('chooses a plan with the keyboard, and continues in the form', async (t) => {
    const { page, open } = await visit(t, site);
    await open('/gitl');
    await page.getByRole('radio', { name: /Trial/ }).focus();
    await page.keyboard.press('ArrowDown');
    assert.ok(await page.getByRole('radio', { name: /Monthly/ }).isChecked());
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'radio');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => {
      const field = document.querySelector('#activation-machine')!;
      const { top, bottom } = field.getBoundingClientRect();
      return document.activeElement === field && top > 0 && bottom < innerHeight;
    });
  });

  it('corrects an invalid identifier of the link, with and without JavaScript', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, open } = await visit(t, site, { javaScriptEnabled });
      await open(`/gitl?plan=trial&id=${'x'.repeat(201)}`);
      await page.getByText(validation.machineIdInvalid).waitFor();
      await page.getByLabel(activation.machineId).fill('7F3A');
      await page.getByLabel(activation.email).fill('marta@steppe.example');
      await page.getByRole('button', { name: javaScriptEnabled ? activation.startTrial : activation.continue }).click();
      await page.getByText(alerts.trialStarted).waitFor();
    }
  });

  it('does both without JavaScript', async (t) => {
    const { page, open } = await visit(t, site, { javaScriptEnabled: false, expectedTroubles: /status of 422/ });
    await open('/gitl');
    await page.getByRole('button', { name: activation.continue }).click();
    await page.getByText(validation.emailRequired).first().waitFor();
    assert.match(await page.title(), /^Error: /);
    await page.getByRole('radio', { name: /Trial/ }).check();
    await page.getByLabel(activation.machineId).fill('7F3A');
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    await page.getByRole('button', { name: activation.continue }).click();
    await page.getByText(alerts.trialStarted).waitFor();
    await page.getByRole('radio', { name: /Monthly/ }).check();
    await page.getByLabel(activation.machineId).fill('7F3A');
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    await page.getByRole('button', { name: activation.continue }).click();
    await page.getByRole('button', { name: 'Decline the payment' }).click();
    await page.getByText(checkout.failure.text).waitFor();
    assert.ok((await page.title()).startsWith(checkout.failure.title));
    assert.equal(await page.getByText(checkout.processing.title).filter({ visible: true }).count(), 0);
    await page.getByRole('link', { name: checkout.failure.tryAgain }).click();
    await page.waitForURL('**/gitl?plan=monthly&id=7F3A&email=*#activation');
    assert.ok(await page.getByRole('radio', { name: /Monthly/ }).isChecked());
    assert.equal(await page.getByLabel(activation.email).inputValue(), 'marta@steppe.example');
  });

  it('scrolls the features and the plans sideways on a phone, by keyboard too', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const page = await open('/gitl');
    const features = page.getByRole('group', { name: gitl.features.title });
    // The key is repeated, because the browser does not scroll what it has not drawn yet.
    while (await features.evaluate((element) => element.scrollLeft === 0)) await features.press('ArrowRight');
    await page.getByRole('radio', { name: /Yearly/ }).focus();
    await page.waitForFunction(() => (document.querySelector('.pricing')?.scrollLeft ?? 0) > 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });
});
