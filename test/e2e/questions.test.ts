import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import answers from '../../locales/en/answers-clients.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();
const { least, certificates } = answers.questions.items;

describe('a question that opens', () => {
  for (const javaScriptEnabled of [true, false])
    it(`opens and closes by keyboard, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
      const { open } = await visit(t, site, { javaScriptEnabled });
      const page = await open('/process');
      const answer = page.getByText(least.text);
      assert.equal(await answer.isVisible(), false);
      await page.locator('summary', { hasText: least.title }).focus();
      await page.keyboard.press('Enter');
      await answer.waitFor();
      await page.keyboard.press('Space');
      await answer.waitFor({ state: 'hidden' });
    });

  it('opens when the browser finds the searched text in it', async (t) => {
    const { page } = await visit(t, site);
    await page.goto(`/process#:~:text=${encodeURIComponent(least.text.split(':')[0] ?? '')}`);
    await page.getByText(least.text).waitFor();
    assert.equal(await page.getByText(certificates.text).isVisible(), false);
  });

  it('shows its answer on paper', async (t) => {
    const { open } = await visit(t, site);
    const page = await open('/process');
    await page.waitForLoadState('networkidle');
    const shown = () =>
      page.locator('.question-section p').evaluateAll((all) => all.map((one) => one.checkVisibility()));
    assert.equal((await shown()).filter(Boolean).length, 1, 'the first is open on the screen');
    await page.emulateMedia({ media: 'print' });
    assert.ok((await shown()).every(Boolean));
  });
});
