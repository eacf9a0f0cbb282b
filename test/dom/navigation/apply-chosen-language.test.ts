import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { signal } from '@preact/signals-react';
import { languageKey, type Language } from '#shared/languages.ts';
import { applyChosenLanguage } from '#client/navigation/apply-chosen-language.ts';
import type { LanguageStore } from '#client/stores/language.ts';
import type { Navigator } from '#client/stores/site.ts';
import { replaceProperty } from '../../support/replace-property.ts';

interface Start {
  address?: string;
  /** How the browser came to the document; null where it does not say. */
  type?: NavigationTimingType | null;
  stored?: Language | null;
  shown?: Language;
}

/** Returns the language that is saved at the start, and the one to which the page is switched. */
async function start(t: TestContext, { address = '/about', type = 'navigate', stored = null, shown = 'en' }: Start) {
  history.replaceState(null, '', address);
  class Timing {
    type = type;
  }
  replaceProperty(t, globalThis, 'PerformanceNavigationTiming', { value: Timing });
  t.mock.method(performance, 'getEntriesByType', () => (type ? [new Timing()] : []));
  localStorage.clear();
  if (stored) localStorage.setItem(languageKey, stored);
  const done: string[] = [];
  const store: Partial<LanguageStore> = {
    language: signal(shown),
    stored: () => stored,
    choose: (language) => done.push(`save ${language}`),
  };
  const navigator: Partial<Navigator> = {
    setLanguage(language) {
      done.push(`switch to ${language}`);
      return Promise.resolve();
    },
  };
  await applyChosenLanguage(navigator as Navigator, store as LanguageStore);
  return done;
}

describe('at the start', () => {
  for (const [title, options, expected] of [
    ['a language in a new address is saved', { address: '/about?lang=ua', shown: 'ua' }, ['save ua']],
    ['it is worth more than an older choice', { address: '/about?lang=ua', shown: 'ua', stored: 'en' }, ['save ua']],
    [
      'after a reload a stored choice is worth more',
      { address: '/about?lang=ua', shown: 'ua', stored: 'en', type: 'reload' },
      ['switch to en'],
    ],
    [
      'and so it is after Back',
      { address: '/about?lang=ua', shown: 'ua', stored: 'en', type: 'back_forward' },
      ['switch to en'],
    ],
    [
      'after a reload without one the address counts',
      { address: '/?lang=ua', shown: 'ua', type: 'reload' },
      ['save ua'],
    ],
    [
      'a browser that does not say how it came takes the address',
      { address: '/?lang=ua', stored: 'en', type: null },
      ['save ua'],
    ],
    ['the page follows a stored choice', { stored: 'ua' }, ['switch to ua']],
    ['a page in the chosen language stays', { stored: 'en' }, []],
    ['a page without any choice stays', {}, []],
    ['an address with an unknown language says nothing', { address: '/?lang=de' }, []],
  ] as const satisfies [string, Start, string[]][]) {
    it(title, async (t) => {
      assert.deepEqual(await start(t, options), expected);
    });
  }
});
