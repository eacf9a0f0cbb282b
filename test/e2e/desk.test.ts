import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '../support/axe.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { addMessage, addOrder, signIn, store } from '../support/desk-journeys.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { filledArea } from '../support/locales.ts';

const member = 'member@obrii.example';
const site = sharedSite({ DESK_EMAILS: member, RATE_LIMIT: '0' });

describe('the pages of the desk', () => {
  it('fit every window, have no accessibility fault, and run no script', async (t) => {
    await store(site, async (database) => {
      await addMessage(database, 'somebody');
      await addOrder(database, 'a-paid-order-1234');
    });
    const { page } = await visit(t, site, { expectedTroubles: /status of 404/ });
    const desk = filledArea('en', 'desk');
    await signIn({ site, page, keyboard: createKeyboard(page), language: 'en', desk, member, mark: '' });
    for (const path of [
      'sign-in',
      'messages',
      'messages/1',
      'comments',
      'news',
      'news/new',
      'news/pictures',
      'news/1',
      'news/1/versions',
      'news/1/preview',
      'orders',
      'orders/a-paid-order-1234',
      'people',
      'mail',
      'mail/1',
      'statistics',
      'audit-log',
      'none',
    ]) {
      await page.goto(`/desk/${path}`);
      for (const width of [320, 360, 768, 1366, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} at ${width}: ${wide}`);
        if (width === 360 || width === 1366) assert.deepEqual(await findViolations(page), [], `${path} at ${width}`);
      }
      assert.equal(await page.locator('script').count(), 0);
      assert.equal(await page.locator('h1').count(), 1);
    }
  });
});
