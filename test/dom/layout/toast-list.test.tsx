import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { ToastList } from '#client/layout/toast-list.tsx';
import { useSite } from '#client/lib/site-context.ts';
import en from '../../../locales/en/navbar.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

function Page() {
  const { toasts } = useSite();
  return (
    <>
      <main id="main" tabIndex={-1}>
        <button
          type="button"
          onClick={() => {
            toasts.show({ from: 'form', tone: 'bad', text: 'Not sent' });
            toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' });
          }}
        >
          Try
        </button>
      </main>
      <ToastList />
    </>
  );
}

function open(t: TestContext) {
  const view = renderPart(t, <Page />);
  const tried = view.getByRole('button', { name: 'Try' });
  act(() => tried.focus());
  fireEvent.click(tried);
  const close = () => view.getAllByRole('button', { name: en.dismiss });
  const press = (button: HTMLElement | undefined) => {
    act(() => button?.focus());
    fireEvent.click(button as HTMLElement);
  };
  return { view, tried, close, press };
}

describe('a message', () => {
  it('comes into a region that was there before, and that every screen reader announces', (t) => {
    const view = renderPart(t, <Page />);
    const region = view.container.querySelector('[aria-live="assertive"]');
    assert.equal(region?.textContent, '');
    fireEvent.click(view.getByRole('button', { name: 'Try' }));
    assert.equal(region.textContent, 'Not sentOffline');
  });
});

describe('a message that is closed', () => {
  it('moves the focus to the next message, and after the last one back to the element that had it before', (t) => {
    const { tried, close, press } = open(t);
    const [first, second] = close();
    press(first);
    assert.ok(document.activeElement === second);
    press(second);
    assert.ok(document.activeElement === tried);
  });

  it('leaves the focus in the field where the visitor has gone from it by a click beside it', (t) => {
    const { view, tried, close } = open(t);
    const [first] = close();
    act(() => first?.focus());
    // A click on something that takes no focus.
    act(() => first?.blur());
    act(() => tried.focus());
    fireEvent.click(first as HTMLElement);
    assert.ok(document.activeElement === tried);
    assert.equal(view.getAllByRole('button', { name: en.dismiss }).length, 1);
  });

  it('moves the focus to the page when the element that had it is gone', (t) => {
    const { view, tried, close, press } = open(t);
    const [first, second] = close();
    press(first);
    tried.remove();
    press(second);
    assert.ok(document.activeElement === view.getByRole('main'));
  });
});

const escape = { key: 'Escape', keyCode: 27 };

describe('Escape', () => {
  it('closes the focused message first, else the newest one', (t) => {
    const { view, close } = open(t);
    act(() => close()[0]?.focus());
    fireEvent.keyDown(document.activeElement as Element, escape);
    assert.equal(view.queryByText('Not sent'), null);
    assert.ok(document.activeElement === close()[0], 'the focus goes on to the next message');
    act(() => view.getByRole('button', { name: 'Try' }).focus());
    fireEvent.keyDown(document.body, escape);
    assert.equal(view.queryByText('Offline'), null);
  });

  it('closes nothing when it only cancels the input of an input method', (t) => {
    const { view } = open(t);
    fireEvent.keyDown(document.body, { ...escape, keyCode: 229 });
    assert.ok(view.getByText('Offline'));
  });

  it('closes nothing when something else has handled it', (t) => {
    const { view } = open(t);
    const use = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', use);
    t.after(() => document.body.removeEventListener('keydown', use));
    fireEvent.keyDown(document.body, escape);
    assert.ok(view.getByText('Offline'));
  });
});

function Forms() {
  const { toasts } = useSite();
  return (
    <>
      <main id="main" tabIndex={-1}>
        <button type="button" onClick={() => toasts.show({ from: 'navbar', tone: 'bad', text: 'Offline' })}>
          Try
        </button>
        <button type="button" onClick={() => toasts.show({ from: 'form', tone: 'ok', text: 'Sent' })}>
          Send
        </button>
        <button type="button" onClick={() => toasts.dismissErrors()}>
          Mend
        </button>
      </main>
      <ToastList />
    </>
  );
}

function openSuccess(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const view = renderPart(t, <Forms />);
  const tick = (ms: number) => act(() => t.mock.timers.tick(ms));
  const press = (name: string) => fireEvent.click(view.getByRole('button', { name }));
  return { view, tick, show: () => press('Send'), dismissErrors: () => press('Mend') };
}

describe('a success', () => {
  it('stays while the pointer is on it, and disappears some time after that', (t) => {
    const { view, tick, show } = openSuccess(t);
    show();
    const toast = view.getByText('Sent');
    fireEvent.pointerEnter(toast.closest('.toast-list') as Element);
    tick(60_000);
    assert.ok(view.getByText('Sent'));
    fireEvent.pointerLeave(toast.closest('.toast-list') as Element);
    tick(8000);
    assert.equal(view.queryByText('Sent'), null);
  });

  it('stays while its button has the focus', (t) => {
    const { view, tick, show } = openSuccess(t);
    show();
    act(() => view.getByRole('button', { name: en.dismiss }).focus());
    tick(60_000);
    assert.ok(view.getByText('Sent'));
    act(() => view.getByRole('button', { name: 'Try' }).focus());
    tick(8000);
    assert.equal(view.queryByText('Sent'), null);
  });
});

describe('an error that is removed while its button has the focus', () => {
  it('moves the focus back to the element that had it before', (t) => {
    const { view, dismissErrors } = openSuccess(t);
    const tried = view.getByRole('button', { name: 'Try' });
    act(() => tried.focus());
    fireEvent.click(tried);
    act(() => view.getByRole('button', { name: en.dismiss }).focus());
    dismissErrors();
    assert.ok(document.activeElement === tried);
  });
});
