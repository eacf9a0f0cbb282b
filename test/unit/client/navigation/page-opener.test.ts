import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadonlySignal } from '@preact/signals-react';
import type { Language } from '#shared/languages.ts';
import { openAddress } from '#client/navigation/page-opener.ts';
import { visitOf } from '../../../support/fake-navigation.ts';

const address = new URL('https://obrii.example/about');

describe('an address', () => {
  const { signal } = new AbortController();
  const visit = visitOf('/about', 'en');
  const tools = {
    open: () => Promise.resolve(visit),
    texts: () => Promise.resolve({ about: { title: 'Про нас' } }),
    language: { current: { peek: () => 'en' } as ReadonlySignal<Language> },
    deferredMs: 20,
  };

  it('becomes a visit, in the current language', async () => {
    const asked: unknown[] = [];
    const outcome = await openAddress(address, signal, {
      ...tools,
      open: (...what) => {
        asked.push(what.slice(0, 2));
        return tools.open();
      },
    });
    assert.deepEqual(outcome, { kind: 'visit', visit });
    assert.deepEqual(asked, [[address, 'en']]);
  });

  it('is translated when the language was switched while it was opened, several times if necessary', async () => {
    const languages = ['en', 'ua', 'en', 'en'] as const;
    let at = -1;
    const outcome = await openAddress(address, signal, {
      ...tools,
      language: {
        current: {
          peek: () => languages[Math.min((at += 1), languages.length - 1)] ?? 'en',
        } as ReadonlySignal<Language>,
      },
    });
    assert.equal(outcome.kind === 'visit' && outcome.visit.language, 'en');
    assert.deepEqual(outcome.kind === 'visit' && outcome.visit.texts, { about: { title: 'Про нас' } });
  });

  it('that cannot be opened is a failure', async () => {
    const error = new Error('broken');
    const outcome = await openAddress(address, signal, { ...tools, open: () => Promise.reject(error) });
    assert.deepEqual(outcome, { kind: 'failure', error });
  });

  it('whose deferred part has failed in time is a failure', async () => {
    const error = new Error('no comments');
    const comments = Promise.reject(error);
    comments.catch(() => undefined);
    const open = () => Promise.resolve({ ...visit, data: { comments } });
    assert.deepEqual(await openAddress(address, signal, { ...tools, open }), { kind: 'failure', error });
  });
});
