import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { findViolations } from '../support/axe.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { enterDesk, shown } from '../support/desk-browser.ts';
import { addMessage, addOrder, store } from '../support/desk-journeys.ts';
import { filledArea } from '../support/locales.ts';
import { until } from '../support/until.ts';

/** One for each visit: an address gets five links in a quarter of an hour. */
const members = Array.from({ length: 3 }, (_, at) => `member${at}@obrii.example`);
const site = sharedSite({ DESK_EMAILS: members.join(), COMMENTS: 'held', RATE_LIMIT: '0' });
const article = '/news/smart-protective-equipment';

async function openDesk(t: TestContext, language: Language) {
  const desk: Locales['desk'] = filledArea(language, 'desk');
  const { page, context } = await visit(t, site, {
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
  return { desk, page, context, button, section };
}

for (const language of ['en', 'ua'] as const)
  describe(`a member of the staff without JavaScript, in ${language}`, () => {
    it('approves a comment and hides it again, and the article shows the change at once', async (t) => {
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
      // A late list is streamed, and a browser without JavaScript does not show streamed parts.
      await until('the comment is shown', async () => {
        await reader.goto(article);
        return reader.getByText(words).isVisible();
      });
      await page.getByRole('link', { name: shown(desk.comments.shown) }).click();
      await decide(desk.comments.hide);
      await reader.goto(article);
      assert.equal(await reader.getByText(words).count(), 0);
    });
  });

describe('the pages of the desk', () => {
  it('fit every window, have no accessibility fault, and run no script', async (t) => {
    await store(site, async (database) => {
      await addMessage(database, 'somebody');
      await addOrder(database, 'a-paid-order-1234');
    });
    const { context } = await openDesk(t, 'en');
    // The script of the test needs JavaScript, so the session continues in another window.
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
      'news/pictures',
      'news/1',
      'news/1/versions',
      'news/1/preview',
      'orders',
      'orders/a-paid-order-1234',
      'people',
      'mail',
      'mail/1',
      'statistics',
      'audit-log',
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
