import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { hold, lazyScripts, sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('the top bar', () => {
  it('is black at the top and white after 10 px', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/');
    const bar = page.locator('.top-bar');
    assert.equal(await bar.getAttribute('data-scrolled'), null);
    await page.mouse.wheel(0, 40);
    await page.locator('.top-bar[data-scrolled]').waitFor();
    await page.mouse.wheel(0, -40);
    await page.locator('.top-bar:not([data-scrolled])').waitFor();
  });

  for (const language of ['en', 'ua'] as const)
    it(`has room for its button from 768 pixels on, in ${language}`, async (t) => {
      const { page } = await visit(t, site, { viewport: { width: 768, height: 1024 } });
      await page.goto(`${site.origin}/?lang=${language}`);
      await page.evaluate(() => document.fonts.ready);
      const boxes = await page
        .locator('.top-bar__logo, .top-bar__nav, .top-bar .language-toggle, .top-bar__contact')
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { left, right } = part.getBoundingClientRect();
            return { left, right, hidden: part.scrollWidth - part.clientWidth };
          }),
        );
      assert.equal(boxes.length, 4);
      for (const [index, { left, right, hidden }] of boxes.entries()) {
        assert.ok(right > left, `part ${index} is shown`);
        assert.ok(left >= (boxes[index - 1]?.right ?? 0) + 8, `part ${index} begins at ${left}`);
        assert.ok(hidden <= 0, `part ${index} hides ${hidden} pixels`);
      }
      assert.ok((boxes[3]?.right ?? 768) <= 768 - 20, 'within the window');
    });

  it('has its menu open after a click that came before the scripts', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, lazyScripts);
    await page.goto('/about');
    const trigger = page.getByRole('button', { name: en.learnMore });
    await trigger.click();
    await page.evaluate(() => {
      addEventListener('click', () => {
        document.documentElement.dataset['repeated'] = '';
      });
    });
    letGo();
    await page.locator('html[data-repeated]').waitFor();
    assert.equal(await trigger.getAttribute('aria-expanded'), 'true');
  });

  it('has a mobile menu that closes on a link, on a click outside, by Escape, and when Back opens another page', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    const page = await open('/');
    const menu = page.locator('#menu');
    const burger = page.getByRole('button', { name: en.menu });
    await burger.click();
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await burger.click();
    await page.mouse.click(180, 735);
    await menu.waitFor({ state: 'hidden' });
    await burger.click();
    await menu.getByRole('link', { name: en.news }).click();
    await page.waitForURL('**/news');
    await menu.waitFor({ state: 'hidden' });
    await burger.click();
    await menu.waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    await menu.waitFor({ state: 'hidden' });
  });

  it('has a mobile menu that shows all its links without scrolling', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    for (const language of ['en', 'ua']) {
      await page.goto(`/about?lang=${language}`);
      await page.locator('[popovertarget=menu]').click();
      const hidden = await page.locator('#menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight);
      assert.equal(hidden, 0, language);
    }
  });

  it('has a mobile menu that closes when Back shows another part of the same page', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    const page = await open('/news');
    await page.locator('.tab-list__tab').nth(1).click();
    await page.waitForURL('**/news?category=*');
    await page.getByRole('button', { name: en.menu }).click();
    await page.locator('#menu').waitFor();
    await page.goBack();
    await page.locator('#menu').waitFor({ state: 'hidden' });
  });

  it('keeps a mobile menu open that was opened before the scripts had loaded', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    await page.goto('/about');
    await page.getByRole('button', { name: en.menu }).click();
    await page.locator('html[data-ready]').waitFor();
    assert.ok(await page.locator('#menu').evaluate((menu) => menu.matches(':popover-open')));
  });

  it('has a mobile menu without JavaScript too', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const page = await open('/');
    await page.getByRole('button', { name: en.menu }).click();
    await page.locator('#menu').getByRole('link', { name: en.news }).click();
    await page.waitForURL('**/news');
  });
});
