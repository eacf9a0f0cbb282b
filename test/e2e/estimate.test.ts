import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import contacts from '../../locales/en/contacts.json' with { type: 'json' };
import english from '../../locales/en/estimate.json' with { type: 'json' };
import ukrainian from '../../locales/ua/estimate.json' with { type: 'json' };
import { followLink, hold, sharedSite, visit, wake, withMotion } from '../support/browser.ts';

const site = sharedSite();

describe('the estimate on the contacts page', () => {
  it('works by keyboard, moves its figure, and is added to the message below the typed text', async (t) => {
    const { open } = await visit(t, site, withMotion);
    const page = await open('/contacts#how-far');
    const walker = page.locator('.estimate__art path');
    const before = await walker.getAttribute('d');
    const loaded = page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('estimate')),
    );
    await page.getByLabel(contacts.contactForm.fields.message, { exact: true }).fill('We have a mill.');
    await loaded;
    await page.getByLabel(english.job).focus();
    await page.keyboard.type('Security');
    await page.locator('.estimate__result').getByText('3–\u20604\u00a0weeks').waitFor();
    await page.getByLabel(english.systems.crm).focus();
    await page.keyboard.press('Space');
    await page.waitForFunction(
      (path) => document.querySelector('.estimate__art path')?.getAttribute('d') !== path,
      before,
    );
    await page.getByRole('button', { name: english.send }).press('Enter');
    const message = page.locator('#contact-message');
    assert.match(
      await message.inputValue(),
      /^We have a mill\.\n\nThe estimate on your site:\nWork: Security review\n/,
    );
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'contact-message');
    // The test has no server for the tiles of the map.
  });

  it('shows its choices again after Back and after a reload, also those made before its script had loaded', async (t) => {
    const { page } = await visit(t, site);
    const letGo = await hold(page, /\/assets\/[^/]*island[^/]*\.js/);
    await page.goto('/contacts#how-far');
    await wake(page);
    await page.getByLabel(english.job).selectOption('audit');
    await page.getByLabel(english.systems.crm).check();
    assert.equal(new URL(page.url()).search, '', 'the script is not there yet');
    letGo();
    await page.waitForURL('**/contacts?job=audit&with=crm#how-far');
    await followLink(page, '/about');
    await page.waitForURL('**/about');
    await page.goBack();
    const isThere = async () => {
      await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('#far-job')?.value === 'audit');
      assert.ok(await page.getByLabel(english.systems.crm).isChecked());
    };
    await isThere();
    await page.reload();
    await isThere();
    await page.getByRole('tab', { name: contacts.contactForm.tabs.legal }).click();
    await page.waitForURL('**/contacts?job=audit&with=crm&topic=legal#how-far');
  });

  it('writes its choice into the address again after a link to the same page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#how-far');
    await page.getByLabel(english.job).selectOption('audit');
    await page.waitForURL('**/contacts?job=audit#how-far');
    await followLink(page, '/contacts');
    await page.waitForURL('**/contacts?job=audit');
    assert.equal(await page.getByLabel(english.job).inputValue(), 'audit');
  });

  it('stays when a held key changes its date more often than Safari lets an address change', async (t) => {
    const { page } = await visit(t, site);
    await page.addInitScript(() => {
      const replace = history.replaceState.bind(history);
      let changes = 0;
      history.replaceState = (...state) => {
        changes += 1;
        if (changes > 100) throw new DOMException('more than 100 times per 10 seconds', 'SecurityError');
        replace(...state);
      };
    });
    await page.goto('/contacts#how-far');
    await wake(page);
    await page.getByLabel(english.systems.crm).check();
    await page.waitForURL('**/contacts?with=crm#how-far');
    const date = page.getByLabel(english.by);
    await date.evaluate(async (input: HTMLInputElement) => {
      input.value = '2027-01-01';
      for (let days = 0; days < 110; days += 1) {
        input.stepUp();
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await page.waitForURL('**/contacts?with=crm&by=2027-04-21#how-far');
    assert.ok(await date.isVisible());
  });

  it('leaves the contact form as it is when a link to a part of the page follows a choice', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#how-far');
    const consent = page.locator('form.form [type=checkbox][name=privacyTerms]');
    await consent.check();
    await page.getByLabel(english.job).selectOption('audit');
    const form = await page.locator('form.form').elementHandle();
    await page.locator('a[href="#main"]').evaluate((link: HTMLAnchorElement) => link.click());
    await page.waitForURL('**/contacts?job=audit#main');
    // The entry of the link belongs to the page that is shown.
    await page.waitForFunction(() => (history.state as { index?: number } | null)?.index === 1);
    assert.ok(await form?.evaluate((element) => element.isConnected));
    assert.ok(await consent.isChecked());
  });

  it('changes its language with the page, and keeps its choices', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/contacts#how-far');
    await page.getByLabel(english.job).selectOption('audit');
    await page.locator('.estimate__result').getByText('2\u00a0weeks').first().waitFor();
    await page.locator('.language-toggle').first().click();
    await page.getByText(ukrainian.jobs.audit).first().waitFor({ state: 'attached' });
    await page.locator('.estimate__result').getByText('2\u00a0тижні').first().waitFor();
  });

  it('stays visible on a phone while systems are chosen, and never covers the focused one', async (t) => {
    const { open } = await visit(t, site, { viewport: { width: 360, height: 740 } });
    const page = await open('/contacts#how-far');
    for (const name of ['crm', 'warehouse', 'devices'] as const) {
      const choice = page.getByLabel(english.systems[name]);
      await choice.focus();
      const picture = await page.locator('.estimate__art').boundingBox();
      const box = await choice.boundingBox();
      assert.ok(picture && box);
      assert.ok(picture.y >= 0 && picture.y + picture.height < 400, `${name}: the picture is at ${picture.y}`);
      assert.ok(box.y >= picture.y + picture.height, `${name} stands below the picture`);
    }
  });

  it('is the target of the link on the home page', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/');
    await followLink(page, '/contacts#how-far');
    await page.locator('#how-far').waitFor();
    await page.waitForFunction(
      () => Math.abs(document.querySelector('#how-far')?.getBoundingClientRect().top ?? 900) < 200,
    );
    await page.getByLabel(english.job).selectOption('audit');
    await page.locator('.estimate__result').getByText('2\u00a0weeks').first().waitFor();
  });
});
