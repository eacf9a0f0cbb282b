import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import english from '../../locales/en/contacts.json' with { type: 'json' };
import navbar from '../../locales/en/navbar.json' with { type: 'json' };
import ukrainian from '../../locales/ua/contacts.json' with { type: 'json' };
import { pointAt, siteOfFile, visit } from '../support/browser.ts';
import { pdf } from '../support/contact.ts';
import { type SiteProcess } from '../support/process.ts';

const en = english.contactForm;
const ua = ukrainian.contactForm;
const cv = { name: 'резюме.pdf', mimeType: 'application/pdf', buffer: pdf(300_000) };
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPhfDwAChQGAX6i0tQAAAABJRU5ErkJggg==',
  'base64',
);

const site = siteOfFile();
const withKey = siteOfFile({ MAPS_API_KEY: 'test-key' });

function inbox({ dataDir }: SiteProcess, ...args: string[]): string {
  const script = join(import.meta.dirname, '../../dist/server/inbox.js');
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

async function fill(page: Page, words: typeof en, lastName: string): Promise<void> {
  await page.getByLabel(words.fields.firstName, { exact: true }).fill('Olha');
  await page.getByLabel(words.fields.lastName, { exact: true }).fill(lastName);
  await page.getByLabel(words.fields.email, { exact: true }).fill('olha@example.com');
  await page.getByLabel(words.fields.message, { exact: true }).fill('We need a harbour pilot.');
  await page.getByRole('checkbox').check();
}

describe('a visitor with JavaScript', () => {
  it('sends a CV, which arrives byte for byte', async (t) => {
    const { open, troubles } = await visit(t, site);
    const page = await open('/contacts#contact');
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await fill(page, en, 'Kovalenko');
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByText(cv.name).waitFor();
    await page.waitForTimeout(3000);
    await page.getByRole('button', { name: en.submit }).click();

    await page.getByText(en.success).waitFor();
    assert.equal(await page.getByLabel(en.fields.firstName).inputValue(), '');
    assert.equal(await page.locator('input[type="file"]').inputValue(), '');
    const [, id = ''] = /message +(\d+) +Olha Kovalenko/.exec(inbox(site)) ?? [];
    const saved = join(site.dataDir, 'saved.pdf');
    assert.match(inbox(site, '--save', id, saved), /300000 bytes/);
    assert.ok(readFileSync(saved).equals(cv.buffer));
    assert.deepEqual(
      troubles.filter((trouble) => !trouble.includes('openstreetmap') && !trouble.includes('ERR_')),
      [],
    );
  });

  it('finds after a reload what was typed before', async (t) => {
    const { open, page } = await visit(t, site);
    await open('/contacts#contact');
    await page.getByRole('tab', { name: en.tabs.legal }).click();
    await fill(page, en, 'Shevchenko');
    await page.reload();
    await page.getByText(en.draft).waitFor();
    assert.equal(await page.getByLabel(en.fields.lastName).inputValue(), 'Shevchenko');
    assert.equal(await page.getByRole('tab', { selected: true }).innerText(), en.tabs.legal);
  });

  it('keeps what was typed before the page was hydrated', async (t) => {
    const { page } = await visit(t, site);
    await page.route(/\/assets\/entry-.*\.js$/, async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1500);
      });
      await route.continue();
    });
    await page.goto('/contacts', { waitUntil: 'commit' });
    await fill(page, en, 'Franko');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel(en.fields.lastName).inputValue(), 'Franko');
    assert.equal(await page.getByRole('checkbox').isChecked(), true);
    assert.equal(await page.getByRole('button', { name: en.submit }).isDisabled(), false);
  });
});

describe('the tab and the address', () => {
  const tab = (page: Page) => page.getByRole('tab', { selected: true });
  const follow = async (page: Page) => {
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' });
    await pointAt(page, link);
    await link.click();
  };

  it('agree when a link leads to the page without naming a tab', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=legal');
    await follow(page);
    await page.getByRole('tab', { name: en.tabs.general, selected: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await page.waitForURL('**/contacts?topic=career#contact');
    await follow(page);
    await page.getByRole('tab', { name: en.tabs.general, selected: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  it('agree without throwing away what was written', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=legal');
    await fill(page, en, 'Lysenko');
    await follow(page);
    await page.waitForURL('**/contacts?topic=legal');
    assert.equal(await tab(page).innerText(), en.tabs.legal);
    assert.equal(await page.getByLabel(en.fields.lastName).inputValue(), 'Lysenko');
  });

  it('stay as chosen when a link leads to the form on the same page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts');
    await page.getByRole('tab', { name: en.tabs.career }).click();
    await page.waitForURL('**/contacts?topic=career#contact');
    const length = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: english.block.write }).click();
    await page.waitForTimeout(300);
    assert.equal(await tab(page).innerText(), en.tabs.career);
    assert.match(page.url(), /\/contacts\?topic=career#contact$/);
    assert.equal(await page.evaluate(() => history.length), length);
    await page.waitForFunction(() => Math.abs(document.querySelector('#contact')!.getBoundingClientRect().top) < 150);
  });
});

describe('an error of the form', () => {
  it('stays behind with its page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts?topic=career');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('PNG') });
    const toast = page.locator('.toast').getByText(en.errors.fileType);
    await toast.waitFor();
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Careers' });
    await pointAt(page, link);
    await link.click();
    await page.waitForURL('**/careers');
    await toast.waitFor({ state: 'detached' });
  });
});

describe('a visitor with a keyboard', () => {
  it('keeps the focus when the message is sent', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#contact');
    await fill(page, en, 'Kotsiubynsky');
    await page.waitForTimeout(3000);
    await page.getByRole('button', { name: en.submit }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(en.success).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'contact-form');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'contact-firstName');
  });
});

describe('a visitor without JavaScript', () => {
  it('opens a tab by its link, mends what was wrong, and sends', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false, locale: 'uk-UA' });
    await page.goto('/contacts');
    await page.getByRole('navigation', { name: ua.tabsLabel }).getByRole('link', { name: ua.tabs.career }).click();
    await fill(page, ua, 'К');
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByRole('button', { name: ua.submit }).click();

    assert.match(await page.title(), /^Помилка/);
    await page.getByRole('link', { name: ua.validation.lastNameMin }).waitFor();
    await page.getByRole('link', { name: ua.validation.attachAgain }).waitFor();
    assert.equal(await page.getByLabel(ua.fields.message).inputValue(), 'We need a harbour pilot.');
    await page.getByLabel(ua.fields.lastName).fill('Косач');
    await page.locator('input[type="file"]').setInputFiles(cv);
    await page.getByRole('button', { name: ua.submit }).click();

    await page.getByText(ua.sentPage.text).waitFor();
    assert.match(inbox(site), /Olha Косач/);
    await page.reload();
    assert.equal(inbox(site).match(/Olha Косач/g)?.length, 1);
  });

  it('sees where the office is, and the way there', async (t) => {
    const { page } = await visit(t, site, { javaScriptEnabled: false });
    await page.goto('/contacts');
    const map = page.getByRole('region', { name: english.map.title });
    assert.equal(await map.getByText(english.map.loading).count(), 0);
    const href = await map.getByRole('link', { name: english.block.directions }).getAttribute('href');
    assert.match(href ?? '', /^https:\/\/www\.openstreetmap\.org\/directions\?to=50\.45/);
  });
});

describe('the map', () => {
  const region = (page: Page) => page.getByRole('region', { name: english.map.title });

  it('asks nobody for anything before it is near, then shows tiles and the office', async (t) => {
    const { open, page, troubles } = await visit(t, site);
    let asked = 0;
    await page.route('https://tile.openstreetmap.org/**', (route) => {
      asked += 1;
      return route.fulfill({ contentType: 'image/png', body: dot });
    });
    await open('/contacts');
    assert.equal(asked, 0);
    await region(page).scrollIntoViewIfNeeded();
    await region(page).getByRole('link', { name: 'Obrii office' }).waitFor();
    assert.ok(asked > 0);
    const before = asked;
    await region(page).getByRole('button', { name: english.map.zoomIn }).click();
    await page.waitForTimeout(500);
    assert.ok(asked > before, 'zooming in asks for other tiles');
    await page.getByRole('link', { name: english.map.attribution }).waitFor();
    assert.deepEqual(troubles, []);
  });

  it('says when no tile comes, and tries again', async (t) => {
    const { open, page } = await visit(t, site);
    let broken = true;
    await page.route('https://tile.openstreetmap.org/**', (route) =>
      broken ? route.abort() : route.fulfill({ contentType: 'image/png', body: dot }),
    );
    await open('/contacts');
    await region(page).scrollIntoViewIfNeeded();
    await page.getByText(english.map.error).waitFor();
    broken = false;
    await region(page).getByRole('button', { name: english.map.retry }).click();
    await region(page).getByRole('link', { name: 'Obrii office' }).waitFor();
  });

  /** A library with as much of Google's as the page uses. */
  const library = `
    window.google = { maps: {
      Map: class { constructor(element) { element.dataset.map = 'google'; } getZoom() { return 15; } setZoom(zoom) { document.body.dataset.zoom = zoom; } },
      LatLng: class {},
      OverlayView: class {
        getPanes() { return { floatPane: document.querySelector('[data-map="google"]') }; }
        getProjection() { return { fromLatLngToDivPixel: () => ({ x: 100, y: 100 }) }; }
        setMap(map) { if (map) { this.onAdd(); this.draw(); } else this.onRemove(); }
      },
    } };
    window.onGoogleMapsReady();
  `;

  async function openWithKey(t: Parameters<typeof visit>[0], failures: number) {
    const visitor = await visit(t, withKey);
    const { page } = visitor;
    const asked: string[] = [];
    const script = { failures };
    await page.route('https://maps.googleapis.com/**', (route) => {
      asked.push(route.request().url());
      return asked.length > script.failures
        ? route.fulfill({ contentType: 'text/javascript', body: library })
        : route.abort();
    });
    await visitor.open('/contacts');
    assert.deepEqual(asked, []);
    await region(page).scrollIntoViewIfNeeded();
    return { ...visitor, asked, script };
  }

  /** Google's code runs in a document of its own. */
  const office = (page: Page) => region(page).frameLocator('iframe').getByRole('link', { name: 'Obrii office' });

  it('with a key is Google’s, also when its script fails twice and then loads', async (t) => {
    const { page, asked, troubles } = await openWithKey(t, 2);
    await office(page).waitFor();
    assert.equal(asked.length, 3);
    assert.match(asked[0] ?? '', /key=test-key&language=en/);
    assert.equal(await page.evaluate(() => 'google' in window), false);
    assert.equal(await office(page).getAttribute('target'), '_top');
    assert.deepEqual(
      troubles.filter((trouble) => !trouble.includes('ERR_FAILED')),
      [],
    );
  });

  it('with a key follows the page’s buttons and its language', async (t) => {
    const { page } = await openWithKey(t, 0);
    await office(page).waitFor();
    await region(page).getByRole('button', { name: english.map.zoomOut }).click();
    await region(page).frameLocator('iframe').locator('[data-zoom="14"]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: navbar.toggle }).first().click();
    const map = page.getByRole('region', { name: ukrainian.map.title });
    await map.frameLocator('iframe').getByRole('link', { name: 'Офіс Obrii' }).waitFor();
    const title = await map.locator('iframe').getAttribute('title');
    assert.equal(title?.replaceAll('\u00a0', ' '), ukrainian.map.title);
  });

  it('with a key comes where a link leads, without another document', async (t) => {
    const { open, page } = await visit(t, withKey);
    await page.route('https://maps.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: library }),
    );
    await open('/about');
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = '';
    });
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' });
    await pointAt(page, link);
    await link.click();
    await page.waitForURL('**/contacts');
    await region(page).scrollIntoViewIfNeeded();
    await office(page).waitFor();
    assert.equal(await page.locator('html[data-mark]').count(), 1);
  });

  it('with a key says when the script always fails, and can be tried again', async (t) => {
    const { page, asked, script } = await openWithKey(t, Infinity);
    await page.getByText(english.map.error).waitFor();
    assert.equal(asked.length, 4);
    assert.equal(await region(page).locator('iframe').count(), 0);
    script.failures = 0;
    await region(page).getByRole('button', { name: english.map.retry }).click();
    await office(page).waitFor();
  });

  it('with a key says when Google refuses the key', async (t) => {
    const { page } = await openWithKey(t, 0);
    await office(page).waitFor();
    await page.frame({ url: /\/map/ })?.evaluate('gm_authFailure()');
    await page.getByText(english.map.error).waitFor();
  });
});
