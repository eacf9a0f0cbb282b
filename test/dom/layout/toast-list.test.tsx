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
    act(() => {
      fireEvent.click(button as HTMLElement);
    });
  };
  return { view, tried, close, press };
}

describe('a message that is closed', () => {
  it('hands the focus to the next message, and the last one back to where it came from', (t) => {
    const { tried, close, press } = open(t);
    const [first, second] = close();
    press(first);
    assert.ok(document.activeElement === second);
    press(second);
    assert.ok(document.activeElement === tried);
  });

  it('hands the focus to the page when where it came from is gone', (t) => {
    const { view, tried, close, press } = open(t);
    const [first, second] = close();
    press(first);
    tried.remove();
    press(second);
    assert.ok(document.activeElement === view.getByRole('main'));
  });
});
