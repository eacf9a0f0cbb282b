import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindShortWords } from '#shared/typography.ts';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import heroUa from '../../locales/ua/hero.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

describe('the language', () => {
  it('can be changed where the browser refuses cookies', async (t) => {
    const { open, page, troubles } = await visit(t, site);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', {
        set() {
          throw new DOMException('The document is sandboxed', 'SecurityError');
        },
      });
    });
    await open('/');
    await page.getByRole('link', { name: en.toggle }).first().click();
    await page.getByText(bindShortWords(heroUa.line1)).waitFor();
    assert.deepEqual(troubles, []);
  });
});
