import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentLimits } from '#shared/comment-limits.ts';
import article from '../../locales/en/news.json' with { type: 'json' };
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import navbar from '../../locales/en/navbar.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();
const slug = '/news/smart-protective-equipment';

describe('the language toggle on a slow line', () => {
  it('shows that something is on its way, and that it is over', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/about');
    await page.mouse.move(10, 10);
    await page.waitForLoadState('networkidle');
    let letIn: () => void = () => undefined;
    await page.route('**/texts/**', async (route) => {
      await new Promise<void>((resolve) => {
        letIn = resolve;
      });
      await route.continue();
    });
    await page.locator('.bar .lang').click();
    await page.locator('.progress[data-on]').waitFor();
    assert.equal(await page.locator('#announcer').innerText(), navbar.loading);
    letIn();
    await page.locator('html[lang="uk"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.progress[data-on]').count(), 0);
  });
});

describe('the mobile menu', () => {
  it('does not stay over the page that Back leads to', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 640 } });
    const page = await open('/about');
    await page.getByRole('button', { name: navbar.menu }).click();
    const menu = page.getByRole('navigation', { name: navbar.menuPanel });
    await menu.getByRole('link', { name: navbar.news }).click();
    await page.waitForURL('**/news');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: navbar.menu }).click();
    await menu.waitFor();
    await page.goBack();
    await page.waitForURL('**/about');
    await menu.waitFor({ state: 'hidden' });
  });
});

describe('a visitor without JavaScript, on a phone', () => {
  it('sees at once that the message was sent', async (t) => {
    const { page } = await visit(t, site, { viewport: { width: 360, height: 640 }, javaScriptEnabled: false });
    const { fields, submit, sentPage } = contacts.contactForm;
    await page.goto('/contacts');
    await page.getByLabel(fields.firstName, { exact: true }).fill('Olha');
    await page.getByLabel(fields.lastName, { exact: true }).fill('Kovalenko');
    await page.getByLabel(fields.email, { exact: true }).fill('olha@example.com');
    await page.getByLabel(fields.message, { exact: true }).fill('We need a harbour pilot.');
    await page.locator('#contact-privacyTerms').check();
    await page.getByRole('button', { name: submit }).click();
    await page.waitForURL('**/contacts?sent=contact*');
    const top = async () => (await page.getByText(sentPage.text).boundingBox())?.y ?? -1;
    // The browser scrolls there, which takes it a moment.
    let last = -1;
    for (let now = await top(); now !== last; now = await top()) {
      last = now;
      await page.waitForTimeout(500);
    }
    assert.ok(last > 72 && last < 600, `the words stand at ${last}`);
  });
});

describe('an article', () => {
  it('holds the longest name in any window', async (t) => {
    const name = 'W'.repeat(commentLimits.author);
    const { open } = await visit(t, site);
    const page = await open(slug);
    await page.getByLabel(article.comments.author).fill(name);
    await page.getByLabel(article.comments.content, { exact: true }).fill('V'.repeat(300));
    await page.getByRole('button', { name: article.comments.submit }).click();
    await page.locator('.comment').getByText(name).waitFor();
    for (const width of [320, 640, 700, 767, 1000, 1100, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      const reach = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('#main *')].map((element) => element.getBoundingClientRect().right)),
      );
      assert.ok(reach <= width + 1, `${reach} in a window of ${width}`);
    }
  });
});
