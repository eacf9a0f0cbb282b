import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { ToastList } from '#client/layout/toast-list.tsx';
import type { SendForm } from '#client/pages/contacts/send-form.ts';
import { ContactForm } from '#client/pages/contacts/contact-form.tsx';
import { Announced } from './announced.tsx';
import { pdf } from './contact.ts';
import { filledArea } from './locales.ts';
import { renderPart } from './render-part.tsx';
import { settle } from './settle.ts';

export const texts = {
  en: filledArea('en', 'contacts').contactForm,
  ua: filledArea('ua', 'contacts').contactForm,
};
export const pdfFile = (bytes = 2000, name = 'cv.pdf') => new File([pdf(bytes)], name, { type: 'application/pdf' });

interface Setting {
  language?: Language;
  send?: SendForm;
}

/** A link that leads to a page without the form, and back. */
function Page({ send }: { send: SendForm }) {
  const [here, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(!here)}>
        Go
      </button>
      {here && <ContactForm send={send} />}
    </>
  );
}

/** Renders the form on a page that was opened just now; returns what a visitor can do with it. */
export function openForm(
  t: TestContext,
  { language = 'en', send = () => Promise.resolve({ status: 200 }) }: Setting = {},
) {
  const words = texts[language];
  let now = 1_700_000_000_000;
  t.mock.method(Date, 'now', () => now);
  const posted: FormData[] = [];
  const keys: string[] = [];
  const recording: SendForm = (path, form, options) => {
    posted.push(form);
    keys.push(options.idempotencyKey);
    return send(path, form, options);
  };
  const view = renderPart(
    t,
    <>
      <Page send={recording} />
      <ToastList />
      <Announced />
    </>,
    { language, path: '/contacts' },
  );
  const later = (ms: number) => {
    now += ms;
  };
  const input = (label: string) => view.getByLabelText(label) as HTMLInputElement;
  const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
  const button = () =>
    view.getByRole('button', { name: new RegExp(`${words.submit}|${words.sending}`) }) as HTMLButtonElement;
  const fileInput = () => view.container.querySelector<HTMLInputElement>('input[type="file"]');
  const settleInAct = () => act(() => settle());

  async function fill(changes: Partial<Record<'firstName' | 'lastName' | 'email' | 'message', string>> = {}) {
    const values = {
      firstName: 'Olha',
      lastName: 'Kovalenko',
      email: 'olha@example.com',
      message: 'We need a harbour pilot.',
      ...changes,
    };
    for (const [name, value] of Object.entries(values)) type(words.fields[name as keyof typeof values], value);
    fireEvent.click(view.getByRole('checkbox'));
    await settleInAct();
  }
  async function choose(file: File) {
    const field = fileInput();
    assert.ok(field, 'there is a field for a file');
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    fireEvent.change(field);
    await settleInAct();
  }
  async function press() {
    fireEvent.click(button());
    await settleInAct();
  }
  /** Fills in the form and sends it after the time that a visitor needs for that. */
  async function fillAndSend() {
    await fill();
    later(4000);
    await press();
  }
  const go = () => fireEvent.click(view.getByRole('button', { name: 'Go' }));
  const tab = (name: keyof typeof words.tabs) => view.getByRole('tab', { name: words.tabs[name] });
  const select = async (name: keyof typeof words.tabs) => {
    fireEvent.click(tab(name));
    await settleInAct();
  };
  const announced = () => view.container.querySelector('#announced')?.textContent;
  const toast = () =>
    [...view.container.querySelectorAll('.toast-list__toast p')].map(({ textContent }) => textContent);
  return {
    view,
    words,
    posted,
    keys,
    later,
    input,
    type,
    button,
    fileInput,
    fill,
    choose,
    press,
    fillAndSend,
    tab,
    select,
    toast,
    announced,
    settle: settleInAct,
    go,
  };
}

/** Removes the draft and the query that an earlier test has left. */
export function clearVisits(): void {
  sessionStorage.clear();
  history.replaceState(null, '', '/contacts');
}
