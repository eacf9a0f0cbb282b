import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';
import { fillContactForm, waitForFillTime } from '../support/contact-page.ts';

const en = english.contactForm;
const site = sharedSite();

describe('the contact form without a connection to the site', () => {
  it('shows that the network has failed', async (t) => {
    const { open, context } = await visit(t, site, { expectedTroubles: /ERR_INTERNET_DISCONNECTED/ });
    const page = await open('/contacts');
    // The code that the page loads at the first activity must be there before the connection is cut.
    await page.mouse.move(10, 10);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await fillContactForm(page);
    await waitForFillTime(page);
    await page.getByRole('button', { name: en.submit }).click();
    await page.locator('.toast-list__toast').getByText(en.errors.network).waitFor();
    // Its icons are in the page, because the sprite cannot be requested any more.
    assert.deepEqual(
      await page
        .locator('.toast-list__toast use')
        .evaluateAll((uses) => uses.map((use) => document.querySelector(use.getAttribute('href') ?? '')?.tagName)),
      ['symbol', 'symbol'],
    );
    assert.equal(await page.getByLabel(en.fields.firstName).inputValue(), 'Olha');
  });
});

describe('a file', () => {
  it('that is dropped beside its box does not replace the page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=legal');
    await page.getByLabel(en.fields.message, { exact: true }).fill('We need a harbour pilot.');
    await page.waitForLoadState('networkidle');
    const drop = (selector: string) =>
      page.evaluate((target) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['%PDF-1.7'], 'contract.pdf', { type: 'application/pdf' }));
        return ['dragover', 'drop'].map((type) => {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector(target)!.dispatchEvent(event);
          return event.defaultPrevented;
        });
      }, selector);
    assert.deepEqual(await drop('h1'), [true, true]);
    assert.equal(await page.getByText('contract.pdf').count(), 0);
    assert.deepEqual(await drop('.attachment-field'), [true, true]);
    await page.getByText('contract.pdf').waitFor();
  });
});

describe('a toast', () => {
  const refused = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('cv') };

  for (const [width, height] of [
    [320, 192],
    [360, 640],
    [1366, 768],
  ] as const) {
    it(`in a window of ${width} by ${height} pixels does not cover the button`, async (t) => {
      const { open } = await visit(t, site, { viewport: { width, height } });
      const page = await open('/contacts?topic=career');
      await page.locator('#contact-privacyTerms').focus();
      await page.waitForLoadState('networkidle');
      await page.locator('input[type="file"]').setInputFiles(refused);
      const toast = page.locator('.toast-list__toast');
      await toast.getByText(en.errors.fileType).waitFor();
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
      const submit = page.getByRole('button', { name: en.submit });
      // In a low window the toast is part of the page: it is visible first, and scrolls away with the page.
      const isInFlow = height <= 400;
      if (!isInFlow) await submit.scrollIntoViewIfNeeded();
      const seen = (await toast.boundingBox())!;
      assert.ok(seen.y >= 0 && Math.floor(seen.y + seen.height) <= height, JSON.stringify(seen));
      if (isInFlow) await submit.scrollIntoViewIfNeeded();
      const box = (await toast.boundingBox())!;
      const button = (await submit.boundingBox())!;
      assert.ok(button.y >= 0 && button.y + button.height <= height, JSON.stringify(button));
      const covers =
        box.x < button.x + button.width &&
        box.x + box.width > button.x &&
        box.y < button.y + button.height &&
        box.y + box.height > button.y;
      assert.ok(!covers, JSON.stringify([box, button]));
    });
  }
});
