import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { pointAt, sharedSite, visit, withMotion } from '../support/browser.ts';

const site = sharedSite();

declare global {
  interface Window {
    /** What a script has moved since `watchMotion`. */
    moved: [string, number][];
  }
}

/** Records what a script moves from now on: the class of the element, and the length in ms. */
async function watchMotion(page: Page): Promise<() => Promise<[string, number][]>> {
  await page.evaluate(() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      window.moved.push([this.className, Number(animation.effect?.getComputedTiming().endTime)]);
      return animation;
    };
  });
  return () => page.evaluate(() => window.moved);
}

const card = (page: Page, href: string) => page.locator(`.sky-card a[href="${href}"]`);

async function openService(page: Page): Promise<void> {
  await pointAt(page, card(page, '/data-engineering'));
  await card(page, '/data-engineering').click();
  await page.locator('h1', { hasText: 'Data engineering' }).waitFor();
}

describe('the head of a new page', () => {
  it('moves in less than 400 ms, and is then as the server prints it', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    const moved = await watchMotion(page);
    await openService(page);
    const found = await moved();
    for (const name of ['page-head__horizon', 'page-head__art'])
      assert.ok(
        found.some(([moving]) => moving === name),
        JSON.stringify(found),
      );
    for (const [name, endMs] of found) assert.ok(endMs < 400, `${name} ${endMs}`);
    await page.locator('html[data-navigation="done"]').waitFor({ state: 'attached' });
    const rest = await page.evaluate(() =>
      ['.page-head__horizon', '.page-head__art', 'h1'].map((part) => {
        const { transform, opacity, maskImage } = getComputedStyle(document.querySelector(part) as Element);
        return [transform, opacity, maskImage].join(' ');
      }),
    );
    assert.deepEqual(new Set(rest), new Set(['none 1 none']));
  });

  it('has its picture already when the visitor has pointed at the link', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    const request = page.waitForRequest(/\/head-data/);
    await card(page, '/data-engineering').hover();
    await request;
  });

  it('is laid out without the rest of the page for the first frame, which the next frames show', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/');
    await pointAt(page, card(page, '/data-engineering'));
    const frames = page.evaluate(async () => {
      const counts: number[] = [];
      while (counts.length < 4) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (!document.querySelector('.page-head')) continue;
        // Of the section below the head only the background is shown, so it is not counted.
        const parts = [...document.querySelectorAll('#main > *, .footer')];
        counts.push(
          parts.filter(({ children }) => [...children].some((child) => child.getClientRects().length > 0)).length,
        );
      }
      return counts;
    });
    await card(page, '/data-engineering').click();
    const [first, ...later] = await frames;
    assert.equal(first, 1);
    assert.ok((later.at(-1) ?? 0) > 5, JSON.stringify(later));
  });

  it('never prevents a second click', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/');
    await openService(page);
    await page.locator('.top-bar__logo').click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.hero').waitFor();
  });

  it('does not draw its line, or bring in its title, a second time', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/team');
    await page.locator('.top-bar__logo').click();
    await page.locator('.hero').waitFor();
    const names = await page.evaluate(() =>
      ['.hero__line', '.hero__title', '.hero__lead'].map(
        (part) => getComputedStyle(document.querySelector(part) as Element).animationName,
      ),
    );
    assert.deepEqual(names, ['none', 'none', 'none']);
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
    await page.waitForFunction(() => document.documentElement.dataset['navigation'] === 'done');
    assert.equal(await page.evaluate(() => sessionStorage.getItem('bar')), null);
  });
});
