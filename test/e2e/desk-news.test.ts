import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { findViolations } from '../support/axe.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { enterDesk, shown } from '../support/desk-browser.ts';
import { filledArea } from '../support/locales.ts';

const members = Array.from({ length: 2 }, (_, at) => `member${at}@obrii.example`);
const site = sharedSite({ DESK_EMAILS: members.join(), RATE_LIMIT: '0' });

const articles = {
  en: { headline: 'A crane that waits', description: 'It has time.', content: '## Why\n\nIt **waits**.' },
  ua: { headline: 'Кран, що чекає', description: 'Він має час.', content: '## Чому\n\nВін **чекає**.' },
};

async function openDesk(t: TestContext, language: Language, javaScriptEnabled: boolean) {
  const desk: Locales['desk'] = filledArea(language, 'desk');
  const { page, troubles } = await visit(t, site, {
    javaScriptEnabled,
    locale: languages[language].locale,
    viewport: { width: 768, height: 900 },
  });
  await enterDesk(page, site, members.pop() ?? '', desk);
  const button = (text: string) => page.getByRole('button', { name: shown(text) });
  const field = (name: keyof Locales['desk']['news']['fields'], of: 'inEnglish' | 'inUkrainian') =>
    page.getByLabel(shown(desk.news[of].replace('{field}', desk.news.fields[name])));
  return { desk, page, troubles, button, field };
}

const photo = () =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#225599' } })
    .jpeg()
    .toBuffer();

// The desk has no script of its own (desk.test.ts).
for (const [language, hasScript] of [
  ['en', false],
  ['ua', true],
] as const)
  describe(`an editor ${hasScript ? 'with' : 'without'} JavaScript, in ${language}`, () => {
    it('writes an article in both languages with a picture, looks at it, publishes it, corrects it and takes it back', async (t) => {
      const { desk, page, troubles, button, field } = await openDesk(t, language, hasScript);
      const slug = `a-crane-${language}-${hasScript ? 'js' : 'plain'}`;
      await page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: shown(desk.menu.news) })
        .click();
      await page.getByRole('link', { name: shown(desk.news.new) }).click();
      for (const name of ['headline', 'description', 'content'] as const)
        await field(name, 'inEnglish').fill(articles.en[name]);
      await page.getByLabel(shown(desk.news.fields.category), { exact: false }).fill('Technology');
      await page.getByLabel(shown(desk.news.fields.slug)).fill(slug);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'crane.jpg', mimeType: 'image/jpeg', buffer: await photo() });
      await button(desk.news.publish).click();

      // A picture without a description is refused, and does not have to be chosen again.
      await page.getByRole('alert').getByText(shown(desk.news.notSaved)).waitFor();
      await field('imageAlt', 'inEnglish').fill('A crane');
      await field('imageAlt', 'inUkrainian').fill('Кран');
      await button(desk.news.publish).click();

      // The missing Ukrainian texts are named before the article is published.
      await button(desk.news.publishAnyway).waitFor();
      assert.equal((await page.request.get(`/news/${slug}`)).status(), 404);
      for (const name of ['headline', 'description', 'content'] as const)
        await field(name, 'inUkrainian').fill(articles.ua[name]);
      await button(desk.news.saveAndPreview).click();
      await page.getByRole('heading', { level: 1, name: articles[language].headline }).waitFor();
      const cover = page.locator('.head-cover__art');
      assert.ok(await cover.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)));
      await page.getByRole('link', { name: shown(desk.news.edit) }).click();

      await button(desk.news.publish).click();
      await page.getByRole('status').getByText(shown(desk.news.done.published)).waitFor();
      await page.getByRole('link', { name: shown(desk.news.open) }).click();
      await page.getByRole('heading', { level: 1, name: articles[language].headline }).waitFor();
      // The link in the log has another host name of this computer, and the session belongs to that name.
      await page.goto(new URL('/desk/news', page.url()).href);
      await page.locator(`li:has-text("/news/${slug}") a`).click();

      await field('content', 'inEnglish').fill('It has **left**.');
      await button(desk.news.publishChanges).click();
      await page.getByRole('status').waitFor();
      assert.match(await (await page.request.get(`/news/${slug}?lang=en`)).text(), /<strong>left<\/strong>/);

      await page.getByRole('link', { name: shown(desk.news.versions) }).click();
      await page.getByRole('link', { name: '2' }).click();
      await button(desk.news.returnTo).click();
      await page.getByRole('status').getByText(shown(desk.news.done.returned)).waitFor();
      assert.equal(await field('content', 'inEnglish').inputValue(), articles.en.content);

      await page.locator('summary').click();
      await button(desk.news.unpublish).click();
      await page.getByRole('status').getByText(shown(desk.news.done.unpublished)).waitFor();
      assert.equal((await page.request.get(`/news/${slug}`)).status(), 404);
      if (hasScript) assert.deepEqual(await findViolations(page), []);
      // A preview runs no scripts, so this test cannot run code in it either; a browser without JavaScript loads none.
      const expected = /status of 422|Blocked script execution in '[^']*\/preview'|\/assets\/entry-\S+\.js csp$/;
      assert.deepEqual(
        troubles.filter((trouble) => !expected.test(trouble)),
        [],
      );
    });
  });
