import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindShortWords } from '#shared/typography.ts';
import en from '../../locales/en/navbar.json' with { type: 'json' };
import heroUa from '../../locales/ua/hero.json' with { type: 'json' };
import { sharedSite, visit } from '../support/browser.ts';

const site = sharedSite();

/** Scripts that take an interface of the browser away, by its name. */
const removals = {
  IntersectionObserver: () => Reflect.deleteProperty(window, 'IntersectionObserver'),
  'document.fonts': () => Object.defineProperty(document, 'fonts', { value: undefined }),
  'document.cookie': () =>
    Object.defineProperty(document, 'cookie', {
      set() {
        throw new DOMException('The document is sandboxed', 'SecurityError');
      },
    }),
};

describe('the language can be changed in a browser', () => {
  for (const [name, remove] of Object.entries(removals))
    it(`without ${name}`, async (t) => {
      const { open, page, troubles } = await visit(t, site);
      await page.addInitScript(remove);
      await open('/');
      await page.getByRole('link', { name: en.toggle }).first().click();
      await page.getByText(bindShortWords(heroUa.line1)).waitFor();
      assert.deepEqual(troubles, []);
    });
});
