import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import estimate from '../../locales/en/estimate.json' with { type: 'json' };
import navbar from '../../locales/en/navbar.json' with { type: 'json' };
import news from '../../locales/en/news.json' with { type: 'json' };
import { hold, lazyScripts, sharedSite, visit, wake } from '../support/browser.ts';

const site = sharedSite();

/** Changes the page as translators do: each text is replaced by a `font` element. */
function translate(): void {
  const walker = document.createTreeWalker(document.querySelector('#root')!, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `${text.data} (translated)`;
    text.replaceWith(font);
  }
}

describe('a page that was changed before React has hydrated it', () => {
  it('is shown with all of its parts', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/contacts');
    await page.evaluate(translate);
    await wake(page);
    await page.getByRole('heading', { name: contacts.title, exact: true }).waitFor();
    await page.getByRole('heading', { name: estimate.title }).waitFor();
    await page.locator('#find-us').waitFor();
    await page.getByLabel(contacts.contactForm.fields.firstName).waitFor();
  });

  it('keeps what was typed, and the focus', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, lazyScripts);
    await page.goto('/news/what-this-site-weighs');
    await page.evaluate(translate);
    await page.locator('#comment-form [name=content]').click();
    await page.keyboard.type('A question');
    letGo();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: news.comments.add, exact: true }).waitFor();
    await page.keyboard.type(' about the pictures');
    assert.equal(await page.locator('#comment-form [name=content]').inputValue(), 'A question about the pictures');
  });

  it('keeps the plan that was chosen, and a consent', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, lazyScripts);
    for (const [path, choice] of [
      ['/gitl', '[name=plan][value=yearly]'],
      ['/contacts', '[name=privacyTerms]'],
    ] as const) {
      await page.goto(path);
      await page.evaluate(translate);
      await page.locator(choice).check({ force: true });
      letGo();
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await page.locator(`${choice}:checked`).waitFor();
      assert.equal(await page.locator('#root form font').count(), 0, 'React has rendered the page anew');
    }
  });
});

describe('a page that was translated by the browser', () => {
  it('keeps what was typed when its document is loaded in the other language', async (t) => {
    const { page } = await visit(t, site);
    await page.goto('/news/what-this-site-weighs');
    await wake(page);
    const field = page.locator('#comment-form [name=content]');
    await field.fill('A question');
    await page.evaluate(translate);
    await page.getByRole('link', { name: navbar.toggle }).first().click();
    await page.locator('html[lang="uk"]').waitFor();
    assert.equal(await page.getByText('(translated)').count(), 0);
    await wake(page);
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'A question');
    await page.reload();
    await wake(page);
    assert.equal(await field.inputValue(), '', 'the stored value is used once');
  });
});
