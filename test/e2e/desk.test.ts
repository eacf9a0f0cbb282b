import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { pdf } from '../support/contact.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { findViolations } from '../support/axe.ts';
import { enterDesk, shown } from '../support/desk-browser.ts';
import { filledArea } from '../support/locales.ts';
import { addPaidOrder } from '../support/orders.ts';
import { until } from '../support/until.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';

/** One for each visit: an address gets five links in a quarter of an hour. */
const members = Array.from({ length: 12 }, (_, at) => `member${at}@obrii.example`);
const site = sharedSite({ DESK_EMAILS: members.join(), COMMENTS: 'held', RATE_LIMIT: '0' });
const article = '/news/smart-protective-equipment';

/** A message with an attachment, of a name that no other test has. */
async function addMessage(name: string): Promise<void> {
  const storage = await openStorage({ dataDir: site.dataDir, databaseUrl: null });
  await storage.write((database) =>
    database
      .insertInto('messages')
      .values({
        first_name: name,
        last_name: 'Kovalenko',
        email: `${name.toLowerCase()}@example.com`,
        message: `A message of ${name}, about a harbour.`,
        date: new Date().toISOString(),
        topic: 'career',
        language: 'en',
        attachment_name: 'cv.pdf',
        attachment: pdf(500),
      })
      .execute(),
  );
  await storage.close();
}

/** A paid order with its licence. */
async function addOrder(id: string): Promise<void> {
  const storage = await openStorage({ dataDir: site.dataDir, databaseUrl: null });
  await storage.write((database) =>
    addPaidOrder(database, { id, email: `${id}@example.com`, machine: '7F3A-91C2-0000-0000-0000' }),
  );
  await storage.close();
}

async function openDesk(t: TestContext, language: Language) {
  const desk: Locales['desk'] = filledArea(language, 'desk');
  const { page, troubles, context } = await visit(t, site, {
    javaScriptEnabled: false,
    locale: languages[language].locale,
    viewport: { width: 360, height: 780 },
  });
  const button = (text: string) => page.getByRole('button', { name: shown(text) });
  await enterDesk(page, site, members.pop() ?? '', desk);
  const section = (text: string) =>
    page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name: shown(text) })
      .click();
  return { desk, page, context, button, section, troubles };
}

for (const language of ['en', 'ua'] as const)
  describe(`a member of the staff without JavaScript, in ${language}`, () => {
    it('reads a message, downloads its attachment, marks it as answered and deletes it', async (t) => {
      const name = `Olha${language}`;
      await addMessage(name);
      const { desk, page, button, troubles } = await openDesk(t, language);
      await page.getByLabel(shown(desk.messages.search)).fill(name.toUpperCase());
      await button(desk.messages.find).click();
      await page.getByRole('link', { name }).click();
      await page.getByText(`A message of ${name}`).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: shown(desk.messages.download) }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'cv.pdf');
      await button(desk.messages.markAnswered).click();
      await page.getByText(shown(desk.messages.answeredAt)).waitFor();
      await page.locator('summary').click();
      await button(desk.messages.deleteButton).click();
      await page.getByRole('heading', { level: 1, name: shown(desk.menu.messages) }).waitFor();
      assert.equal(await page.getByRole('link', { name }).count(), 0);
      assert.deepEqual(troubles, []);
    });

    it('approves a comment and hides it again, which the article follows at once', async (t) => {
      const { page: reader } = await visit(t, site, { javaScriptEnabled: false, locale: languages[language].locale });
      const news: Locales['news'] = filledArea(language, 'news');
      const words = `Words of a reader in ${language}.`;
      await reader.goto(article);
      await reader.getByRole('textbox', { name: shown(news.comments.author) }).fill('Oksana');
      await reader.getByRole('textbox', { name: shown(news.comments.content) }).fill(words);
      await reader.getByRole('button', { name: shown(news.comments.submit) }).click();
      await reader.getByText(shown(news.comments.held)).waitFor();
      assert.equal(await reader.getByText(words).count(), 0);
      const { desk, page, button, section } = await openDesk(t, language);
      const decide = async (act: string) => {
        await page.locator('li', { hasText: words }).getByRole('checkbox').check();
        await button(act).click();
      };
      await section(desk.menu.comments);
      await decide(desk.comments.approve);
      // A list that is late is streamed, and a browser without JavaScript does not show what is streamed.
      await until('the comment is shown', async () => {
        await reader.goto(article);
        return reader.getByText(words).isVisible();
      });
      await page.getByRole('link', { name: shown(desk.comments.shown) }).click();
      await decide(desk.comments.hide);
      await reader.goto(article);
      assert.equal(await reader.getByText(words).count(), 0);
    });

    it('looks a person up and erases what is stored', async (t) => {
      const name = `Erased${language}`;
      await addMessage(name);
      const { desk, page, button, section } = await openDesk(t, language);
      await section(desk.menu.people);
      await page.getByLabel(shown(desk.people.email)).fill(`${name}@example.com`);
      await button(desk.people.find).click();
      await page.locator('summary').click();
      await button(desk.people.eraseButton).click();
      await page.getByText(shown(desk.people.erased)).waitFor();
      await section(desk.menu.acts);
      await page.getByText(shown(desk.acts.names['person-erased'])).first().waitFor();
    });

    it('sends a licence again, revokes it, and returns the money of an order', async (t) => {
      const id = `order-${language}`;
      await addOrder(id);
      const { desk, page, button, section, troubles } = await openDesk(t, language);
      await section(desk.menu.orders);
      await page.getByLabel(shown(desk.order.search)).fill(id);
      await page.getByLabel(shown(desk.orders.state)).selectOption('success');
      await button(desk.messages.find).click();
      await page.getByRole('link', { name: id }).click();
      for (const [step, act, done] of [
        [desk.order.send, desk.order.sendButton, desk.acts.names['licence-sent']],
        [desk.order.revoke, desk.order.revokeButton, desk.acts.names['licence-revoked']],
        [desk.order.refund, desk.order.refundButton, desk.acts.names['refund-asked']],
      ] as const) {
        assert.equal(await button(act).isVisible(), false, 'nothing is done with one click');
        await page.locator('summary', { hasText: shown(step) }).click();
        await button(act).click();
        await page.getByText(shown(done)).waitFor();
      }
      await until('the money is returned', async () => {
        await page.reload();
        return page
          .locator('dd', { hasText: shown(desk.orders.states.reversed) })
          .first()
          .isVisible();
      });
      assert.deepEqual(troubles, []);
    });

    it('works by keyboard alone, and leaves by signing out', async (t) => {
      const { desk, page } = await openDesk(t, language);
      const press = async (text: string) => {
        for (let step = 0; step < 80; step += 1) {
          await page.keyboard.press('Tab');
          const focused = await page.locator(':focus').textContent();
          if (shown(text).test(focused ?? '')) return page.keyboard.press('Enter');
        }
        assert.fail(`${text} cannot be reached`);
      };
      await press(desk.menu.orders);
      await page.getByRole('heading', { level: 1, name: shown(desk.menu.orders) }).waitFor();
      await press(desk.signOut.here);
      await page.getByRole('heading', { level: 1, name: shown(desk.signIn.title) }).waitFor();
      await page.goto('/desk/messages');
      await page.getByRole('heading', { level: 1, name: shown(desk.signIn.title) }).waitFor();
    });
  });

describe('the pages of the desk', () => {
  it('fit every window, have no fault that axe finds, and run no script', async (t) => {
    await addMessage('Somebody');
    await addOrder('a-paid-order-1234');
    const { context } = await openDesk(t, 'en');
    // A script of the test itself needs JavaScript: the session goes on in another window.
    const other = await visit(t, site);
    await other.context.addCookies(await context.cookies());
    const { page } = other;
    for (const path of [
      'sign-in',
      'messages',
      'messages/1',
      'comments',
      'news',
      'news/new',
      'news/1',
      'news/1/versions',
      'news/1/preview',
      'orders',
      'orders/a-paid-order-1234',
      'people',
      'mail',
      'mail/1',
      'figures',
      'acts',
      'none',
    ]) {
      await page.goto(`/desk/${path}`);
      for (const width of [320, 360, 768, 1366, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} at ${width}: ${wide}`);
        if (width === 360 || width === 1366) assert.deepEqual(await findViolations(page), [], `${path} at ${width}`);
      }
      assert.equal(await page.locator('script').count(), 0);
      assert.equal(await page.locator('h1').count(), 1);
    }
    assert.deepEqual(
      other.troubles.filter((trouble) => !/404/.test(trouble)),
      [],
    );
  });
});
