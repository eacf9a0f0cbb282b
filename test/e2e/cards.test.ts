import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('a card', () => {
  const cases = [
    { page: '/', picture: '.sky-card__art' },
    { page: '/apps', picture: '.apps__art' },
    { page: '/news', picture: '.news-card__art' },
  ];
  for (const { page: address, picture } of cases)
    it(`also links its picture to its page, on ${address}`, async (t) => {
      const { open } = await visit(t, site);
      const page = await open(address);
      const card = page.locator(`:has(> ${picture}):has(a)`).first();
      const target = await card.locator('a').first().getAttribute('href');
      const box = await card.locator(picture).boundingBox();
      assert.ok(target && box);
      await card.locator(picture).click({ position: { x: box.width / 2, y: box.height / 3 }, force: true });
      await page.waitForURL(`**${target}`);
      assert.equal(new URL(page.url()).pathname, target);
    });
});
