import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { pointAt, sharedSite, visit, withMotion } from '../support/browser.ts';

const site = sharedSite();

/** The parts of the next transition, with their lengths in ms; none where there is no transition. */
async function watchTransition(page: Page): Promise<() => Promise<[string, number][]>> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      // The page starts its own animations when the transition is ready, so they are there in the next frame.
      void transition.ready.then(() =>
        requestAnimationFrame(() => {
          const parts = document.getAnimations().map(({ effect }) => {
            const { pseudoElement, getComputedTiming } = effect as KeyframeEffect;
            return [pseudoElement ?? '', Number(getComputedTiming.call(effect).endTime)] as const;
          });
          sessionStorage.setItem('parts', JSON.stringify(parts.filter(([name]) => name.startsWith('::view'))));
        }),
      );
      return transition;
    };
  });
  return async () =>
    JSON.parse(await page.evaluate(() => sessionStorage.getItem('parts') ?? '[]')) as [string, number][];
}

const horizon = '::view-transition-group(horizon)';

const card = (page: Page, href: string) => page.locator(`.sky-card a[href="${href}"]`);

describe('the picture of a clicked card', () => {
  it('grows into the head of its page in less than 400 ms, and leaves no name or style behind', async (t) => {
    const { open, troubles } = await visit(t, site, withMotion);
    const page = await open('/');
    const parts = await watchTransition(page);
    await pointAt(page, card(page, '/data-engineering'));
    await card(page, '/data-engineering').click();
    await page.waitForURL('**/data-engineering');
    await page.waitForFunction(() => sessionStorage.getItem('parts') !== null);
    const found = await parts();
    assert.ok(
      found.some(([name]) => name === '::view-transition-group(picture)'),
      JSON.stringify(found),
    );
    for (const [name, endMs] of found) assert.ok(endMs < 400, `${name} ${endMs}`);
    assert.ok(
      found.some(([name]) => name === horizon),
      'the line goes with the picture',
    );
    await page.waitForFunction(() => document.querySelector('.page-head__art[style*="view-transition"]') === null);
    assert.deepEqual(troubles, []);
  });

  it('never prevents a second click', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    await pointAt(page, card(page, '/data-engineering'));
    await card(page, '/data-engineering').click();
    await page.waitForURL('**/data-engineering');
    // Still in the transition: the pointer reaches the page below it.
    await page.locator('.top-bar__logo').click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.hero').waitFor();
  });

  it('does not move under reduced motion', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/');
    const parts = await watchTransition(page);
    await pointAt(page, card(page, '/data-engineering'));
    await card(page, '/data-engineering').click();
    await page.locator('h1', { hasText: 'Data engineering' }).waitFor();
    assert.deepEqual(await parts(), []);
  });
});

describe('the horizon', () => {
  it('moves as a whole from page to page when it is visible', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/team');
    const parts = await watchTransition(page);
    await page.locator('.top-bar__logo').click();
    await page.waitForFunction(() => sessionStorage.getItem('parts') !== null);
    const found = await parts();
    assert.ok(
      found.some(([name]) => name === horizon),
      JSON.stringify(found),
    );
    const drawn = await page.locator('.hero__line').evaluate((line) => getComputedStyle(line).animationName);
    assert.equal(drawn, 'gone', 'it does not draw itself a second time');
  });
});

describe('the top bar', () => {
  it('changes its colour together with the page, and not after it', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    await card(page, '/data-engineering').scrollIntoViewIfNeeded();
    await page.locator('.top-bar[data-scrolled]').waitFor();
    await page.evaluate(async () => {
      const bar = document.querySelector('.top-bar') as HTMLElement;
      await Promise.all(bar.getAnimations().map(({ finished }) => finished));
      const contact = bar.querySelector('.top-bar__contact');
      bar.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target === bar || (target === contact && propertyName !== 'background-size'))
          sessionStorage.setItem('bar', propertyName);
      });
    });
    await card(page, '/data-engineering').click();
    await page.waitForURL('**/data-engineering');
    await page.locator('.top-bar:not([data-scrolled])').waitFor();
    await page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'));
    assert.equal(await page.evaluate(() => sessionStorage.getItem('bar')), null);
  });
});
