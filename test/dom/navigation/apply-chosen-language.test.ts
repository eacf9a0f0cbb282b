import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { signal } from '@preact/signals-react';
import { languageKey, type Language } from '#shared/languages.ts';
import { saveNamedLanguage, storedLanguage } from '#client/lib/named-language.ts';
import { applyChosenLanguage } from '#client/navigation/apply-chosen-language.ts';
import type { SiteNavigator } from '#client/stores/site.ts';
import { replaceProperty } from '../../support/replace-property.ts';

interface Start {
  address?: string;
  /** How the browser came to the document; null where it does not say. */
  type?: NavigationTimingType | null;
  stored?: Language | null;
  shown?: Language;
}

/** Opens a document as `entry.ts` and `start.tsx` do; `apply` returns the language to which the page is switched. */
function openDocument(t: TestContext, { address = '/about', type = 'navigate', stored = null, shown = 'en' }: Start) {
  history.replaceState(null, '', address);
  class Timing {
    type = type;
  }
  replaceProperty(t, globalThis, 'PerformanceNavigationTiming', { value: Timing });
  t.mock.method(performance, 'getEntriesByType', () => (type ? [new Timing()] : []));
  localStorage.clear();
  if (stored) localStorage.setItem(languageKey, stored);
  saveNamedLanguage();
  return async function apply(): Promise<Language | null> {
    let switched: Language | null = null;
    const navigator: Pick<SiteNavigator, 'setLanguage'> = {
      setLanguage(language) {
        switched = language;
        return Promise.resolve();
      },
    };
    await applyChosenLanguage(navigator, { current: signal(shown) });
    return switched;
  };
}

describe('at the start', () => {
  for (const [title, options, stored, switched] of [
    ['a language in a new address is saved', { address: '/about?lang=ua', shown: 'ua' }, 'ua', null],
    ['it is worth more than an older choice', { address: '/about?lang=ua', shown: 'ua', stored: 'en' }, 'ua', null],
    [
      'after a reload a stored choice is worth more',
      { address: '/about?lang=ua', shown: 'ua', stored: 'en', type: 'reload' },
      'en',
      'en',
    ],
    [
      'and so it is after Back',
      { address: '/about?lang=ua', shown: 'ua', stored: 'en', type: 'back_forward' },
      'en',
      'en',
    ],
    [
      'after a reload without one the address counts',
      { address: '/?lang=ua', shown: 'ua', type: 'reload' },
      'ua',
      null,
    ],
    [
      'a browser that does not say how it came takes the address',
      { address: '/?lang=ua', shown: 'ua', stored: 'en', type: null },
      'ua',
      null,
    ],
    ['the page follows a stored choice', { stored: 'ua' }, 'ua', 'ua'],
    ['a page in the chosen language stays', { stored: 'en' }, 'en', null],
    ['a page without any choice stays', {}, null, null],
    ['an address with an unknown language says nothing', { address: '/?lang=de' }, null, null],
  ] as const satisfies [string, Start, Language | null, Language | null][]) {
    it(title, async (t) => {
      const apply = openDocument(t, options);
      assert.equal(await apply(), switched);
      assert.equal(storedLanguage(), stored);
    });
  }
});

describe('later', () => {
  it('the choice of another tab is worth more than the address', async (t) => {
    const apply = openDocument(t, { address: '/about?lang=ua', shown: 'ua' });
    assert.equal(await apply(), null);
    localStorage.setItem(languageKey, 'en');
    assert.equal(await apply(), 'en');
    assert.equal(storedLanguage(), 'en');
  });

  it('and so it is when the scripts of the page had not been loaded', async (t) => {
    const apply = openDocument(t, { address: '/about?lang=ua', shown: 'ua' });
    localStorage.setItem(languageKey, 'en');
    assert.equal(await apply(), 'en');
    assert.equal(storedLanguage(), 'en');
  });
});
