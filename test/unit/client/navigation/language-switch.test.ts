import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signal } from '@preact/signals-react';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { createLanguageSwitch } from '#client/navigation/language-switch.ts';
import { createSessionHistory } from '#client/navigation/session-history.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import type { Visit } from '#client/visit.ts';
import { fakeWindow, visitOf } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

interface Request {
  language: Language;
  page: string;
  succeed(): void;
  fail(error: Error): void;
}

interface Options {
  /** Resolves when the fonts are there. */
  fonts?: Promise<void>;
  /** The language of the page. */
  shown?: Language;
  /** The language that pages are opened in. */
  chosen?: Language;
}

/** A switch on /about. */
function open({ fonts = Promise.resolve(), shown = 'en', chosen = shown }: Options = {}) {
  const requests: Request[] = [];
  const rendered: Visit[] = [];
  const language = signal<Language>(chosen);
  const site = createServerSite(visitOf('/about', shown), {} as Api, {});
  const take = (next: Language) => {
    language.value = next;
  };
  const languageSwitch = createLanguageSwitch(site, {
    history: createSessionHistory(fakeWindow('/about').window),
    view: { title: () => '', isTranslated: () => false },
    texts: (next, page) =>
      new Promise<Texts>((resolve, reject) => {
        requests.push({ language: next, page, succeed: () => resolve({ navbar: {} }), fail: reject });
      }),
    fonts: () => fonts,
    language: { current: language, choose: take, adopt: take, onOtherTab: () => undefined },
    showProgress: () => () => undefined,
    render: (visit) => {
      rendered.push(visit);
      site.visit.value = visit;
    },
    loadDocumentIn: () => Promise.resolve(),
  });
  const toasts = () => site.toasts.list.peek().length;
  return { site, language, languageSwitch, requests, rendered, toasts };
}

const failure = new Error('offline');

describe('a language switch', () => {
  it('loads nothing when the page is in this language', async () => {
    const { language, languageSwitch, requests, rendered } = open({ shown: 'ua', chosen: 'en' });
    await languageSwitch.setLanguage('ua');
    assert.equal(requests.length, 0);
    assert.equal(rendered.length, 0);
    assert.equal(language.peek(), 'ua');
  });

  it('that was overtaken announces and changes nothing, also when its texts arrived', async () => {
    for (const end of ['fails', 'succeeds'] as const) {
      const { language, languageSwitch, requests, rendered, toasts } = open();
      const first = languageSwitch.setLanguage('ua');
      if (end === 'succeeds') requests[0]?.succeed();
      const second = languageSwitch.setLanguage('en');
      if (end === 'fails') requests[0]?.fail(failure);
      await Promise.all([first, second]);
      assert.equal(toasts(), 0, end);
      assert.equal(language.peek(), 'en', end);
      assert.equal(rendered.length, 0, end);
    }
  });

  it('renders nothing when another page was shown in the language meanwhile', async () => {
    const { site, language, languageSwitch, requests, rendered } = open();
    const done = languageSwitch.setLanguage('ua');
    site.visit.value = visitOf('/team', 'ua');
    requests[0]?.succeed();
    await done;
    assert.equal(rendered.length, 0);
    assert.equal(language.peek(), 'ua');
  });

  it('never renders a page with the texts of another one that was shown while it waited for the fonts', async () => {
    const { promise: fonts, resolve: arrive } = Promise.withResolvers<void>();
    const { site, languageSwitch, requests, rendered } = open({ fonts });
    const done = languageSwitch.setLanguage('ua');
    requests[0]?.succeed();
    await settle();
    assert.equal(rendered.length, 0, 'it waits for the fonts');
    site.visit.value = visitOf('/team', 'en');
    arrive();
    await settle();
    assert.deepEqual(
      requests.map(({ page }) => page),
      ['about', 'team'],
    );
    requests[1]?.succeed();
    await done;
    assert.deepEqual(
      rendered.map(({ route }) => route.name),
      ['team'],
    );
  });

  it('that failed returns to the chosen language when a page was shown in the other one', async () => {
    const { site, languageSwitch, requests } = open({ shown: 'ua' });
    const done = languageSwitch.setLanguage('en');
    site.visit.value = visitOf('/team', 'en');
    requests[0]?.fail(failure);
    await done;
    assert.deepEqual(
      requests.map(({ language, page }) => `${page} ${language}`),
      ['about en', 'team ua'],
    );
  });
});

describe('following the chosen language', () => {
  it('loads the page in it', async () => {
    const { languageSwitch, requests, rendered } = open({ shown: 'en', chosen: 'ua' });
    languageSwitch.applyChosen();
    requests[0]?.succeed();
    await settle();
    assert.equal(rendered[0]?.language, 'ua');
  });

  it('is tried once', async () => {
    const { languageSwitch, requests, toasts } = open({ shown: 'en', chosen: 'ua' });
    languageSwitch.applyChosen();
    requests[0]?.fail(failure);
    await settle();
    assert.equal(requests.length, 1);
    assert.equal(toasts(), 1);
  });

  it('does nothing when the page is in it, or a language is being loaded', () => {
    const same = open();
    same.languageSwitch.applyChosen();
    assert.equal(same.requests.length, 0);
    const busy = open({ shown: 'en', chosen: 'ua' });
    void busy.languageSwitch.setLanguage('ua');
    busy.languageSwitch.applyChosen();
    assert.equal(busy.requests.length, 1);
  });
});
