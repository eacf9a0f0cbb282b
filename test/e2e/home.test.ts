import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindShortWords } from '#shared/typography.ts';
import hero from '../../locales/en/hero.json' with { type: 'json' };
import en from '../../locales/en/navbar.json' with { type: 'json' };
import products from '../../locales/en/products.json' with { type: 'json' };
import heroUa from '../../locales/ua/hero.json' with { type: 'json' };
import { sharedSite, visit, wake, withMotion } from '../support/browser.ts';

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

  it('opens its menus by keyboard and closes them by Escape', async (t) => {
    const { open, troubles } = await visit(t, site);
    const page = await open('/');
    const trigger = page.getByRole('button', { name: en.learnMore });
    await trigger.focus();
    await page.keyboard.press('Enter');
    const link = page.locator('#drop-learn').getByRole('link', { name: 'Data engineering' });
    await link.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.locator('#drop-learn:not([data-open])').waitFor({ state: 'attached' });
    assert.ok(await trigger.evaluate((button) => button === document.activeElement), 'focus is back on the button');
    assert.deepEqual(troubles, []);
  });

  it('has a mobile menu that closes on a link, on a click outside and by Escape', async (t) => {
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
  });

  it('has a mobile menu without JavaScript too', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const page = await open('/');
    await page.getByRole('button', { name: en.menu }).click();
    await page.locator('#menu').getByRole('link', { name: en.news }).click();
    await page.waitForURL('**/news');
  });
});

describe('the language', () => {
  it('changes without a reload, is stored, and changes in other tabs', async (t) => {
    const { context, open, troubles } = await visit(t, site);
    const page = await open('/');
    const second = await context.newPage();
    await second.goto('/');
    await wake(second);

    await page.evaluate(() => {
      Object.assign(window, { same: true });
    });
    const place = async () =>
      Math.round((await page.locator('.top-bar .language-toggle').first().boundingBox())?.x ?? 0);
    const before = await place();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
    await page.evaluate(() => document.fonts.ready);
    assert.equal(await place(), before, 'the toggle stays under the pointer');
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
    assert.ok(await page.evaluate(() => Reflect.get(window, 'same') === true), 'the page was not loaded again');
    assert.equal(await page.evaluate(() => localStorage.getItem('language')), 'ua');
    assert.match(await page.title(), /[А-Яа-яЇїІіЄє]/);
    await second.getByText(bindShortWords(heroUa.line1)).waitFor();

    const answer = await page.reload();
    assert.match(await answer!.text(), /<html lang="uk"/, 'the first byte is Ukrainian after a reload');
    assert.deepEqual(troubles, []);
  });

  it('is read from storage when the cookie is lost', async (t) => {
    const { context, open } = await visit(t, site);
    const page = await open('/');
    await page.evaluate(() => localStorage.setItem('language', 'ua'));
    await context.clearCookies();
    await page.goto('/');
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
  });

  it('is changed by an ordinary link without JavaScript and stays changed', async (t) => {
    const { open } = await visit(t, site, { javaScriptEnabled: false });
    const page = await open('/');
    await page.getByText(hero.line1).first().waitFor();
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
    await page.goto('/about');
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk');
  });
});

describe('navigation', () => {
  it('loads no document, focuses the heading, scrolls to the top, and restores the position after Back', async (t) => {
    const { open, troubles } = await visit(t, site);
    const page = await open('/');
    await page.evaluate(() => {
      Object.assign(window, { same: true });
    });
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.waitForFunction(() => (history.state as { top?: number } | null)?.top === 900);
    await page.locator('.top-bar').getByRole('link', { name: en.news }).click();
    await page.waitForURL('**/news');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.ok(await page.evaluate(() => Reflect.get(window, 'same') === true));
    assert.match((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '', /\/news\?lang=en$/);
    assert.equal(await page.locator('#announcer').textContent(), await page.title());
    await page.goBack();
    await page.getByText(hero.line1).first().waitFor();
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
    assert.deepEqual(troubles, []);
  });

  it('shows the 404 page with a link home, and logs the path on the console', async (t) => {
    const { open, troubles } = await visit(t, site);
    const page = await open('/nope');
    assert.ok(troubles.includes('console info: 404: /nope'), troubles.join());
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByText(hero.line1).first().waitFor();
  });
});

describe('the product carousel', () => {
  /** This is longer than the interval of the carousel. */
  const intervalMs = 4500;

  it('advances while it is visible, pauses under the pointer, and is controlled by its buttons', async (t) => {
    const { page, open } = await visit(t, site, withMotion);
    await page.clock.install();
    await open('/');
    const reel = page.locator('.product-carousel');
    const current = () => reel.locator('[data-off="0"] h3').textContent();
    assert.equal(await current(), products.items.gitl.title);
    await reel.scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
    await page.waitForFunction(
      (title) => document.querySelector('.product-carousel [data-off="0"] h3')?.textContent !== title,
      products.items.gitl.title,
      { timeout: 7000 },
    );
    await reel.getByRole('button', { name: products.show.replace('{title}', products.items.dashboard.title) }).click();
    assert.equal(await current(), products.items.dashboard.title);
    await page.clock.runFor(intervalMs);
    assert.equal(await current(), products.items.dashboard.title, 'it rests under the pointer');
    await reel.getByRole('button', { name: products.next }).click();
    assert.equal(await current(), products.items.cryptoBot.title);
  });

  it('waits the whole interval after a choice by hand', async (t) => {
    const phone = { ...withMotion, hasTouch: true, viewport: { width: 360, height: 780 } };
    const { page, open } = await visit(t, site, phone);
    await page.clock.install();
    await open('/');
    const reel = page.locator('.product-carousel');
    await reel.scrollIntoViewIfNeeded();
    await page.clock.runFor(3000);
    await reel.getByRole('button', { name: products.show.replace('{title}', products.items.dashboard.title) }).tap();
    await page.clock.runFor(2500);
    assert.equal(await reel.locator('[data-off="0"] h3').textContent(), products.items.dashboard.title);
  });

  it('does not advance under reduced motion', async (t) => {
    const { page, open } = await visit(t, site);
    await page.clock.install();
    await open('/');
    await page.locator('.product-carousel').scrollIntoViewIfNeeded();
    await page.clock.runFor(2 * intervalMs);
    assert.equal(await page.locator('.product-carousel [data-off="0"] h3').textContent(), products.items.gitl.title);
    assert.equal(await page.locator('video').count(), 0);
  });
});

describe('the film', () => {
  for (const [path, viewport] of [
    ['/', { width: 1366, height: 800 }],
    ['/', { width: 360, height: 780 }],
    ['/gitl', { width: 1366, height: 800 }],
    ['/gitl', { width: 844, height: 390 }],
  ] as const) {
    it(`replaces its poster and plays until it is paused (${path} at ${viewport.width} px)`, async (t) => {
      const { open } = await visit(t, site, { ...withMotion, viewport });
      const page = await open(path);
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
      const film = page.locator('.film video');
      const poster = page.locator('.film img');
      assert.deepEqual(await film.boundingBox(), await poster.boundingBox());
      const order = await page.evaluate(() => {
        const { left, top } = document.querySelector('.film')?.getBoundingClientRect() ?? { left: 0, top: 0 };
        return document.elementsFromPoint(left + 40, top + 120).map(({ tagName }) => tagName);
      });
      assert.ok(order.includes('VIDEO') && order.indexOf('VIDEO') < order.indexOf('IMG'), order.join(' '));
      await page.getByRole('button', { name: en.pauseFilm }).click();
      await page.getByRole('button', { name: en.playFilm }).waitFor();
      assert.equal(await film.evaluate((element: HTMLVideoElement) => element.paused), true);
    });
  }
});

describe('the first screen', () => {
  for (const language of ['en', 'ua'] as const)
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1366, 768],
    ] as const)
      it(`has both buttons and a title in two lines: ${language}, ${width} × ${height}`, async (t) => {
        const { page } = await visit(t, site, { viewport: { width, height } });
        for (const path of ['/', '/gitl']) {
          await page.goto(`${site.origin}${path}?lang=${language}`);
          await page.evaluate(() => document.fonts.ready);
          const button = await page.locator('.hero__act .button').last().boundingBox();
          assert.ok(button && button.y + button.height <= height, `${path}: a button ends at ${button?.y}`);
          const rows = await page.locator('.hero__title i').evaluateAll((lines) =>
            lines.map((line) => {
              const range = document.createRange();
              range.selectNodeContents(line);
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
            }),
          );
          assert.deepEqual(rows, [1, 1], `${path}: lines of the title`);
        }
      });
});
