import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '#shared/languages.ts';
import { page } from '#client/pages/checkout.tsx';
import en from '../../../locales/en/checkout.json' with { type: 'json' };
import ua from '../../../locales/ua/checkout.json' with { type: 'json' };

const texts = { en, ua };

describe('the title of the payment result', () => {
  for (const language of ['en', 'ua'] as const satisfies Language[]) {
    for (const [query, kind] of [
      ['status=success', 'success'],
      ['status=failure', 'failure'],
      ['', 'failure'],
    ] as const) {
      it(`says ${kind} for “${query}” in ${language}`, () => {
        const search = new URLSearchParams(query);
        const meta = page.meta?.({ data: { order: null }, language, search, texts: { checkout: texts[language] } });
        const product = { en: 'GITL licence', ua: 'ліцензія GITL' }[language];
        assert.equal(meta?.title, `${texts[language][kind].title} · ${product} | Obrii`);
      });
    }
  }
});
