import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import extension from '../../locales/en/extension.json' with { type: 'json' };
import news from '../../locales/en/news.json' with { type: 'json' };
import { until } from '../support/until.ts';
import { hold, lazyScripts, sharedSite, visit, wake } from '../support/browser.ts';
import { fillContactForm, waitForFillTime } from '../support/contact-page.ts';

const { activation, alerts, validation } = extension;
const { comments } = news;
const site = sharedSite();

const viewports = [
  { width: 1366, height: 768 },
  { width: 640, height: 360 },
  { width: 360, height: 400 },
  { width: 320, height: 256 },
];

/** Waits until nothing scrolls any more, and returns how much of a message the bar or the window's edge hides. */
async function hiddenPixels(alert: Locator): Promise<{ above: number; below: number }> {
  await alert.waitFor();
  return alert.evaluate(async (box) => {
    for (let last = -1, still = 0; still < 10; last = scrollY) {
      await new Promise(requestAnimationFrame);
      still = scrollY === last ? still + 1 : 0;
    }
    const { top, bottom } = box.lastElementChild!.getBoundingClientRect();
    const bar = document.querySelector('.top-bar')!.getBoundingClientRect().bottom;
    return { above: Math.max(0, Math.round(bar - top)), below: Math.max(0, Math.round(bottom - innerHeight)) };
  });
}

async function isTold(alerts: Locator, message: string): Promise<void> {
  const hidden = await hiddenPixels(alerts.filter({ hasText: message }));
  assert.deepEqual(hidden, { above: 0, below: 0 }, `${message}, at ${JSON.stringify(alerts.page().viewportSize())}`);
}

describe('the result of a form is shown where it is visible, in windows of all sizes', () => {
  it('of an activation', async (t) => {
    const { page, open } = await visit(t, site, { expectedTroubles: /status of 500/ });
    const alert = page.locator('#activation :is([role="alert"], [aria-live])');
    const machine = page.getByLabel(activation.machineId);
    await page.route('**/api/monopay/invoice/create', (route) => route.fulfill({ status: 500, json: {} }));
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await open('/gitl?plan=monthly');
      await page.getByLabel(activation.email).fill('marta@steppe.example');
      await page.keyboard.press('Enter');
      await isTold(page.locator('#activation-machine-error'), validation.missingMachineId);
      assert.ok(await machine.evaluate((field) => field === document.activeElement));

      await machine.fill('7F3A-91C2');
      await page.getByRole('button', { name: 'Pay $2' }).click();
      await isTold(alert, alerts.invoiceFailed);

      await page.getByRole('radio', { name: /Trial/ }).click();
      await page.getByRole('button', { name: activation.startTrial }).click();
      await isTold(page.locator('#activation h3'), alerts.trialStarted);
    }
  });

  it('of a comment', async (t) => {
    const { open } = await visit(t, site, {
      expectedTroubles: /\/comments\b.* net::ERR_FAILED|net::ERR_FAILED .*\/comments\b/,
    });
    const page = await open('/news/smart-protective-equipment');
    const alert = page.locator('#comment-form .alert');
    const comment = async (content: string) => {
      await page.getByLabel(comments.author).fill('Olha');
      await page.getByLabel(comments.content, { exact: true }).fill(content);
      await page.getByRole('button', { name: comments.submit }).click();
    };
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      // The same words again would wait for approval.
      const rule = `It is rule ${viewport.height}.`;
      await comment(`A rule about names.\n\n${rule}`);
      await page.locator('.comments__entry').getByText(rule).first().waitFor();
      await isTold(alert, comments.sent);
      await page.route('**/api/news/*/comments', (route) => route.abort(), { times: 1 });
      await comment('Only a thought');
      await isTold(alert, comments.submitFailed);
      await comment('');
      await isTold(alert, comments.fillFields);
    }
  });
});

describe('a message that was sent', () => {
  it('is confirmed in full view, and the toast covers neither the picture nor the text', async (t) => {
    const { page, open } = await visit(t, site);
    for (const viewport of [
      { width: 360, height: 640 },
      { width: 768, height: 1024 },
      { width: 1366, height: 768 },
    ]) {
      await page.setViewportSize(viewport);
      await open('/contacts');
      await fillContactForm(page);
      await waitForFillTime(page);
      await page.getByRole('button', { name: contacts.contactForm.submit }).click();
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        return box ?? assert.fail(`there is no ${selector}`);
      };
      await page.locator('.toast-list__toast').waitFor();
      const [picture, button] = [await boxOf('.sent img'), await boxOf('.sent .button')];
      const where = `at ${viewport.width} px`;
      assert.ok(picture.y >= 72, `the picture begins at ${picture.y} ${where}`);
      assert.ok(button.y + button.height <= viewport.height, `the button ends at ${button.y + button.height} ${where}`);
      const toast = await boxOf('.toast-list__toast');
      assert.ok(toast.y >= button.y + button.height, `the toast begins at ${toast.y} ${where}`);
    }
  });
});

describe('a form that was refused without JavaScript and is then sent by the script', () => {
  it('leaves no "Error" in the title', async (t) => {
    const { page } = await visit(t, site, { expectedTroubles: /status of 422/ });
    const letGo = await hold(page, lazyScripts);
    await page.goto('/gitl?plan=trial', { waitUntil: 'commit' });
    await page.getByLabel(activation.machineId).fill('7F3A-91C2');
    await page.getByRole('button', { name: activation.continue }).click();
    await page.getByText(validation.emailRequired).first().waitFor();
    assert.match(await page.title(), /^Error/);
    letGo();
    await wake(page);
    await page.getByLabel(activation.email).fill('marta@steppe.example');
    await page.getByRole('button', { name: activation.startTrial }).click();
    await page.getByText(alerts.trialStarted).waitFor();
    assert.doesNotMatch(await page.title(), /Error/);
  });
});

describe('a visitor without JavaScript, on a phone', () => {
  it('sees at once that the message was sent', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 360, height: 640 }, javaScriptEnabled: false });
    const { submit, sentPage } = contacts.contactForm;
    await page.goto('/contacts');
    await fillContactForm(page);
    await page.getByRole('button', { name: submit }).click();
    await page.waitForURL('**/contacts?sent=contact*');
    const top = async () => (await page.getByText(sentPage.text).boundingBox())?.y ?? -1;
    // The browser scrolls there, which takes it a moment.
    const isInView = (y: number) => y > 72 && y < 600;
    await until('the words stand in the window, below the bar', async () => isInView(await top()));
    let last = -1;
    for (let now = await top(); now !== last; now = await top()) {
      last = now;
      await page.waitForTimeout(500);
    }
    assert.ok(isInView(last), `the words stand at ${last}`);
  });
});
