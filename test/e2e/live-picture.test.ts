import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import about from '../../locales/en/about.json' with { type: 'json' };
import footer from '../../locales/en/footer.json' with { type: 'json' };
import {
  awaitIntersections,
  followLink,
  hold,
  sharedSite,
  visit,
  waitAMinute,
  wake,
  withMotion,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

const site = sharedSite();

const canvas = (page: Page) => page.locator('.page-head canvas');
const pixels = (page: Page) => canvas(page).evaluate((element: HTMLCanvasElement) => element.toDataURL());

describe('the picture of a page head', () => {
  it('replaces the still picture and moves', async (t) => {
    const { page } = await visit(t, site, withMotion);
    await page.goto('/team');
    const still = await page.locator('img.page-head__art').boundingBox();
    await wake(page);
    await canvas(page).waitFor();
    assert.deepEqual(await canvas(page).boundingBox(), still);
    const before = await pixels(page);
    await until('the picture moves', async () => (await pixels(page)) !== before);
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    await awaitIntersections(page);
    const resting = await pixels(page);
    await page.waitForTimeout(200);
    assert.equal(await pixels(page), resting, 'it rests out of sight');
  });

  it('is not drawn when its page was left before it was ready', async (t) => {
    const { page } = await visit(t, site, withMotion);
    await page.addInitScript(() => {
      const replaced: string[] = [];
      Object.assign(window, { replaced });
      const { before } = HTMLImageElement.prototype;
      HTMLImageElement.prototype.before = function (...nodes) {
        replaced.push(this.src);
        before.apply(this, nodes);
      };
    });
    await page.goto('/privacy');
    await wake(page);
    const letGo = await hold(page, /\/head-[^/]*\.svg$/);
    const asked = page.waitForRequest(
      (request) => request.resourceType() === 'fetch' && request.url().includes('head-contacts'),
    );
    await followLink(page, '/contacts');
    await asked;
    await followLink(page, '/about');
    await page.getByRole('heading', { level: 1, name: about.title }).waitFor();
    // The old picture fades for a moment, and until then it is still on the page.
    await page.locator('.page-head__leaving').waitFor({ state: 'detached' });
    letGo();
    const late = await asked;
    await (await late.response())?.finished();
    // The page has used the first response when this second one has come.
    await page.evaluate((address) => fetch(address).then((answer) => answer.text()), late.url());
    await canvas(page).waitFor();
    assert.equal(await page.locator('canvas').count(), 1);
    // Whatever replaces a picture that is no longer on the page is in no document, so it cannot be counted there.
    const replaced = await page.evaluate(() => Reflect.get(window, 'replaced') as string[]);
    assert.ok(!replaced.some((address) => address.includes('head-contacts')), replaced.join());
  });

  it('does not move under reduced motion', async (t) => {
    const { open, page } = await visit(t, site);
    await page.clock.install();
    await open('/team');
    await waitAMinute(page);
    assert.equal(await canvas(page).count(), 0);
    assert.equal(await page.getByRole('button', { name: footer.motionOff }).count(), 0);
  });
});

describe('the call to write to the company on the home page', () => {
  for (const width of [390, 1440])
    it(`is as high with the moving picture as with the still one, ${width} px wide`, async (t) => {
      const viewport = { width, height: 800 };
      const heightOf = async (page: Page, part: string) => (await page.locator(part).boundingBox())?.height;
      // Another visitor, because on a slow machine the picture may move before it was measured.
      const { page: stillPage } = await visit(t, site, { viewport });
      await stillPage.goto('/');
      const still = [await heightOf(stillPage, '.horizon-call'), await heightOf(stillPage, 'img.horizon-call__sea')];
      const { open, page } = await visit(t, site, { ...withMotion, viewport });
      await open('/');
      await page.locator('canvas.horizon-call__sea').waitFor();
      assert.deepEqual(
        [await heightOf(page, '.horizon-call'), await heightOf(page, 'canvas.horizon-call__sea')],
        still,
      );
    });

  it('stands on the line of the picture', async (t) => {
    const { open, page } = await visit(t, site);
    await page.setViewportSize({ width: 1440, height: 800 });
    await open('/');
    const distance = await page.locator('.horizon-call').evaluate((call) => {
      // An inline box without content ends on the baseline of its line.
      const mark = document.createElement('span');
      mark.style.display = 'inline-block';
      call.querySelector('a')?.append(mark);
      const line = call.getBoundingClientRect().bottom - 2;
      return line - mark.getBoundingClientRect().bottom;
    });
    assert.ok(Math.abs(distance) <= 2, `${distance} px above the line`);
  });
});

describe('the switch for all motion', () => {
  it('stops automatic movement on every page and after a reload, until it is switched back', async (t) => {
    const { open, page } = await visit(t, site, withMotion);
    await open('/');
    await page.locator('.film video').waitFor();
    await page.getByRole('button', { name: footer.motionOff }).click();
    await page.locator('.film video').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: footer.motionOn }).count(), 1);
    // Transitions and animations whose length is a token of the style sheet take 1 ms while motion is off.
    const longest = () =>
      page.evaluate(() =>
        Math.max(
          0,
          ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration)),
        ),
      );
    await open('/checkout?status=success');
    assert.ok((await longest()) <= 1, 'the sunrise of a payment');
    await open('/details');
    await page.locator('.diagram').scrollIntoViewIfNeeded();
    await page.locator('.diagram[data-on]').waitFor();
    assert.ok((await longest()) <= 1, 'the pulses of the diagram');
    await page.clock.install();
    await open('/team');
    await waitAMinute(page);
    assert.equal(await canvas(page).count(), 0);
    await page.getByRole('button', { name: footer.motionOn }).click();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await canvas(page).waitFor();
  });
});
