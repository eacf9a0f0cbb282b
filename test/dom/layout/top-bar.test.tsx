import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, fireEvent, render } from '@testing-library/react';
import { LanguageToggle } from '#client/layout/language-toggle.tsx';
import { TopBar } from '#client/layout/top-bar.tsx';
import { PageContexts } from '#client/lib/page-contexts.tsx';
import { useValue } from '#client/lib/use-value.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import { createToasts } from '#client/stores/toasts.ts';
import type { Api } from '#shared/api.ts';
import { languages } from '#shared/languages.ts';
import en from '../../../locales/en/navbar.json' with { type: 'json' };
import { openNavigation } from '../../support/fake-navigation.ts';
import { filledAreas } from '../../support/locales.ts';
import { renderPart } from '../../support/render-part.tsx';

describe('a drop-down of the top bar', () => {
  it('opened by a pointer closes by Escape, wherever the focus is', (t) => {
    const view = renderPart(t, <TopBar />);
    const trigger = view.getByRole('button', { name: en.learnMore });
    const item = trigger.closest('li') as HTMLElement;
    fireEvent(item, new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    assert.equal(trigger.getAttribute('aria-expanded'), 'true');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    assert.equal(trigger.getAttribute('aria-expanded'), 'false');
    assert.ok(document.activeElement !== trigger, 'the focus stays where it was');
  });

  it('that a tap has opened closes by a tap beside it, although the focus was never in it', (t) => {
    const view = renderPart(t, <TopBar />);
    const trigger = view.getByRole('button', { name: en.about });
    fireEvent.click(trigger);
    fireEvent.pointerDown(trigger);
    assert.equal(trigger.getAttribute('aria-expanded'), 'true');
    fireEvent.pointerDown(document.body);
    assert.equal(trigger.getAttribute('aria-expanded'), 'false');
  });

  it('opened by the keyboard closes by Escape and returns the focus', (t) => {
    const view = renderPart(t, <TopBar />);
    const trigger = view.getByRole('button', { name: en.about });
    fireEvent.click(trigger);
    const [link] = view.getAllByRole('link', { name: en.team });
    act(() => link?.focus());
    fireEvent.keyDown(link as HTMLElement, { key: 'Escape' });
    assert.equal(trigger.getAttribute('aria-expanded'), 'false');
    assert.ok(document.activeElement === trigger);
  });
});

describe('the mobile menu', () => {
  it('closes when Tab moves the focus to the page behind it, but not when Tab moves to its button', (t) => {
    const view = renderPart(
      t,
      <>
        <TopBar />
        <main>
          <a href="#behind">Behind</a>
        </main>
      </>,
    );
    const menu = document.getElementById('menu') as HTMLElement;
    let isOpen = true;
    // happy-dom knows no popovers.
    menu.hidePopover = () => {
      isOpen = false;
    };
    const links = [...menu.querySelectorAll('a')];
    act(() => links.at(-1)?.focus());
    act(() => view.getByRole('button', { name: en.menu }).focus());
    assert.ok(isOpen);
    act(() => links.at(-1)?.focus());
    act(() => links.at(-2)?.focus());
    assert.ok(isOpen);
    act(() => view.getByRole('link', { name: 'Behind' }).focus());
    assert.ok(!isOpen);
  });

  it('closes for a new error, which it would cover, and not when a success disappears', (t) => {
    const toasts = createToasts();
    renderPart(t, <TopBar />, { toasts });
    const menu = document.getElementById('menu') as HTMLElement;
    let closed = 0;
    menu.hidePopover = () => {
      closed += 1;
    };
    act(() => toasts.show({ from: 'form', tone: 'ok', text: 'Sent' }));
    act(() => toasts.dismiss(toasts.list.peek()[0]?.id ?? 0));
    assert.equal(closed, 0);
    act(() => toasts.show({ from: 'navbar', tone: 'bad', text: 'Not opened' }));
    assert.equal(closed, 1);
    act(() => toasts.dismissErrors());
    assert.equal(closed, 1);
  });
});

describe('the entry of the current page', () => {
  for (const [path, current] of [
    ['/news', 'page'],
    ['/news/wearable-safety-roi', 'true'],
    ['/newsletter', null],
  ] as const)
    it(`is ${current ?? 'not marked'} in the News link on ${path}`, (t) => {
      const view = renderPart(t, <TopBar />, { path });
      assert.equal(view.container.querySelector('.top-bar__link[href="/news"]')?.getAttribute('aria-current'), current);
    });
});

describe('the language toggle', () => {
  it('ignores the second click of a double click, which would bring the first language back', async (t) => {
    const tab = openNavigation(t, '/about');
    const visit = { ...tab.site.visit.peek(), texts: filledAreas('en') };
    tab.site.visit.value = visit;
    const Toggle = () => (
      <PageContexts site={{ ...createServerSite(visit, {} as Api), ...tab.site }} visit={useValue(tab.site.visit)}>
        <LanguageToggle />
      </PageContexts>
    );
    const view = render(<Toggle />);
    t.after(() => view.unmount());
    fireEvent.click(view.getByRole('link'), { detail: 1 });
    await act(() => tab.succeed('about ua'));
    assert.equal(tab.site.visit.peek().language, 'ua');
    assert.equal(fireEvent.click(view.getByRole('link'), { detail: 2 }), false, 'nor does the browser follow the link');
    assert.deepEqual(
      tab.loads.map(({ what }) => what),
      ['about ua'],
    );
  });

  it('names the language of each of its labels, which a screen reader would read with the wrong voice', (t) => {
    const view = renderPart(t, <LanguageToggle />);
    const labels = [...view.container.querySelectorAll('[lang] > [lang]')];
    assert.deepEqual(
      labels.map((label) => [label.getAttribute('lang'), label.textContent]),
      [
        ['en', languages.en.label],
        ['uk', languages.ua.label],
      ],
    );
  });
});
