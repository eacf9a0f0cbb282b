import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { conflicts } from '#client/pages/gitl/conflicts.ts';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import gitl from '../../locales/en/gitl.json' with { type: 'json' };
import { hold, sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

/** The name of the element that has the focus, and the kind of element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, ariaLabel, textContent } = document.activeElement ?? document.body;
    return [tagName, ariaLabel ?? (tagName === 'A' && textContent)];
  });

describe('the focus of the keyboard', () => {
  it('stays on the link to the route planner when the map comes, and when it fails', async (t) => {
    const { open, page } = await visit(t, site);
    const release = await hold(page, /\/assets\/live-map-/);
    const releaseTiles = await hold(page, /\/assets\/leaflet-/);
    await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
    const requested = page.waitForRequest(/\/assets\/live-map-/);
    await open('/contacts');
    await page.locator('.map').scrollIntoViewIfNeeded();
    await requested;
    const link = page.getByRole('link', { name: contacts.block.directions });
    await link.focus();
    release();
    await page.getByText(contacts.map.loading).waitFor();
    assert.deepEqual(await focused(page), ['A', contacts.block.directions]);
    releaseTiles();
    await page.getByText(contacts.map.error).waitFor();
    assert.deepEqual(await focused(page), ['A', contacts.block.directions]);
    await link.click({ trial: true });
    await page.getByRole('button', { name: contacts.map.retry }).click({ trial: true });
  });

  it('stays in the code of the merge example when its buttons come, and the code stays scrolled', async (t) => {
    const { open, page } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    const release = await hold(page, /\/assets\/merge-play-/);
    const requested = page.waitForRequest(/\/assets\/merge-play-/);
    await open('/gitl');
    // Enlarged letters, so that the code has to be scrolled sideways.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.merge-example pre { font-size: 2rem !important }');
      document.adoptedStyleSheets = [sheet];
    });
    const code = page.locator('.merge-example pre').nth(1);
    await code.scrollIntoViewIfNeeded();
    await requested;
    await code.focus();
    await code.evaluate((box) => box.scrollTo(40, 0));
    release();
    await page.getByRole('button', { name: gitl.graph.accept }).waitFor();
    assert.deepEqual(await focused(page), ['PRE', conflicts[0].branch]);
    assert.equal(await code.evaluate((box) => box.scrollLeft), 40);
  });
});
