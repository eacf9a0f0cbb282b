import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import en from '../../locales/en/navbar.json' with { type: 'json' };
import { followLink, hold, lazyScripts, sharedSite, visit, wake, withMotion } from '../support/browser.ts';

const site = sharedSite();

/** The troubles that `showToast` causes. */
const lostTexts = /\/texts\/.* net::ERR_FAILED|net::ERR_FAILED .*\/texts\//;

/** Shows the toast that says that the site cannot be reached. */
async function showToast(page: Page) {
  await page.route('**/texts/**', (route) => route.abort());
  await page
    .locator('.top-bar .language-toggle')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.locator('.toast-list__toast').waitFor();
}

describe('the focus', () => {
  it('stays in the bar after Back; otherwise the next Tab continues in the window', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }));
    await followLink(page, '/team');
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    await page.goBack();
    await page.waitForFunction(() => document.title.includes('Our company') && scrollY > 1000);
    assert.notEqual(await page.evaluate(() => document.activeElement?.localName), 'h1');
    await page.keyboard.press('Tab');
    const isInWindow = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      return document.activeElement !== document.body && box && box.top >= 0 && box.bottom <= innerHeight;
    });
    const scrolled = await page.evaluate(() => scrollY);
    assert.ok(isInWindow && scrolled > 700, `scrolled to ${scrolled}`);
    await page.goForward();
    await page.waitForFunction(() => document.title.includes('team'));
    await page.locator('.top-bar__logo').focus();
    await page.goBack();
    await page.waitForFunction(() => document.title.includes('Our company'));
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.top-bar__logo')));
  });
});

describe('the menus, when the scripts do not load', () => {
  it('open by pointer and by keyboard', async (t) => {
    const { page } = await visit(t, site, {
      expectedTroubles: /ERR_FAILED|Failed to fetch dynamically imported module/,
    });
    await page.route(lazyScripts, (route) => route.abort());
    await page.goto('/about');
    const trigger = page.getByRole('button', { name: en.learnMore });
    const link = page.locator('#drop-learn a').first();
    await trigger.hover();
    await link.waitFor();
    await page.mouse.move(5, 700);
    await link.waitFor({ state: 'hidden' });
    await trigger.focus();
    await link.waitFor();
  });

  it('stay open under a pointer that was there before them', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, lazyScripts);
    await page.goto('/about', { waitUntil: 'commit' });
    const trigger = page.getByRole('button', { name: en.learnMore });
    await trigger.hover();
    await page.locator('#drop-learn a').first().waitFor();
    letGo();
    await wake(page);
    assert.equal(await trigger.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    await page.locator('#drop-learn a').first().waitFor({ state: 'hidden' });
  });
});

describe('the mobile menu', () => {
  // The head of the page has no link on /about, and some on /contacts.
  for (const path of ['/about', '/contacts'])
    it(`closes when Tab focuses an element behind it (${path})`, async (t) => {
      const { open } = await visit(t, site, { viewport: { width: 360, height: 640 } });
      const page = await open(path);
      await page.getByRole('button', { name: en.menu }).click();
      const menu = page.getByRole('navigation', { name: en.menu });
      await menu.waitFor();
      await menu.getByRole('link').last().focus();
      await page.keyboard.press('Tab');
      const hasFocusBehind = await page.evaluate(
        () =>
          document.querySelector('#menu:popover-open') !== null && !document.activeElement?.closest('#menu, .top-bar'),
      );
      assert.equal(hasFocusBehind, false);
    });

  it('has the only language toggle while it is open', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 640 } });
    const page = await open('/about');
    const toggle = page.getByRole('link', { name: en.toggle });
    assert.equal(await toggle.count(), 1);
    await page.getByRole('button', { name: en.menu }).click();
    await page.getByRole('navigation', { name: en.menu }).waitFor();
    assert.equal(await toggle.count(), 1);
    await toggle.click();
    await page.locator('html[lang="uk"]').waitFor();
  });
});

describe('a toast', () => {
  it('never covers the focused element, wherever Tab and scrolling move it', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 640 }, expectedTroubles: lostTexts });
    const page = await open('/about');
    await showToast(page);
    const waitUntilFree = () =>
      page.waitForFunction(() => {
        const [focused, toasts] = [document.activeElement, document.querySelector('.toast-list')];
        if (!focused || !toasts || focused === document.body || toasts.contains(focused)) return true;
        const [one, other] = [focused.getBoundingClientRect(), toasts.getBoundingClientRect()];
        return one.bottom <= other.top || other.bottom <= one.top;
      });
    await page.locator('footer a').last().focus();
    for (let stop = 0; stop < 20; stop += 1) {
      await page.keyboard.press('Shift+Tab');
      await waitUntilFree();
    }
    await page.locator('#main .button').first().focus();
    for (let step = 0; step < 12; step += 1) {
      await page.evaluate(() => scrollBy(0, -50));
      await waitUntilFree();
    }
  });

  it('does not cover it beside another toast either, in the middle of the window', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 640 }, expectedTroubles: lostTexts });
    const page = await open('/contacts');
    await showToast(page);
    // The second toast stands for that of the form: together they are higher than half of the window.
    await page.locator('.toast-list__toast').evaluate((toast, text) => {
      const other = toast.cloneNode(true) as HTMLElement;
      for (const words of other.querySelectorAll('p')) words.textContent = text;
      toast.after(other);
    }, `${contacts.contactForm.errorTitle} ${contacts.contactForm.errors.tooFastError}`);
    const field = page.locator('#main .field__input').first();
    await field.focus();
    const seen = new Set<string>();
    for (let top = 60; top < 580; top += 20) {
      await field.evaluate((element, wanted) => {
        scrollBy({ top: element.getBoundingClientRect().top - wanted, behavior: 'instant' });
      }, top);
      await page.waitForFunction(() => {
        const [one, other] = [document.activeElement, document.querySelector('.toast-list')].map((element) =>
          element?.getBoundingClientRect(),
        );
        return one && other && (one.bottom <= other.top || other.bottom <= one.top);
      });
      seen.add(await page.locator('.toast-list').evaluate((list) => getComputedStyle(list).position));
      assert.ok(await field.evaluate((element) => element === document.activeElement));
    }
    assert.deepEqual([...seen].sort(), ['fixed', 'static']);
  });

  it('is a part of the page in a low window, is scrolled into view, and leads back when it is closed', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 320, height: 256 }, expectedTroubles: lostTexts });
    const page = await open('/about');
    await page.evaluate(() => scrollTo(0, 500));
    await showToast(page);
    assert.equal(await page.locator('.toast-list').evaluate((box) => getComputedStyle(box).position), 'static');
    await page.waitForFunction(() => {
      const box = document.querySelector('.toast-list__toast button')?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    });
    assert.ok((await page.evaluate(() => scrollY)) > 1000, 'it is at the end of the page');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => scrollY === 500);
  });
});

describe('scrolling', () => {
  it('is smooth only for a click on a link to a part of the page', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/privacy');
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    assert.equal(await behaviour(), 'auto');
    const link = page.locator('#main a[href^="#"]').last();
    await link.evaluate((anchor: HTMLElement) => anchor.click());
    assert.equal(await behaviour(), 'smooth');
    await page.waitForFunction(() => scrollY > 100);
    await page.keyboard.press('Tab');
    assert.equal(await behaviour(), 'auto');
  });
});
