import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { ContactForm } from '#client/pages/contacts/contact-form.tsx';
import { addToMessage } from '#client/pages/contacts/estimate/add-to-message.ts';
import { Estimate } from '#client/pages/contacts/estimate/estimate.tsx';
import { drawWalker } from '#client/pages/contacts/estimate/figure.ts';
import { filledArea } from '../../support/locales.ts';
import { renderPart } from '../../support/render-part.tsx';

const en = filledArea('en', 'estimate');
const contacts = filledArea('en', 'contacts');
const plain = (text: string | null) =>
  (text ?? '').replace(/[\u00a0\u2060]/g, (space) => (space === '\u2060' ? '' : ' '));

function open(t: TestContext, search = '') {
  t.mock.method(Date, 'now', () => Date.parse('2026-11-22T10:00:00Z'));
  const view = renderPart(t, <Estimate />, { path: '/contacts', search });
  const result = () => plain(view.getByRole('status').textContent);
  const choose = (label: string, value: string) => fireEvent.change(view.getByLabelText(label), { target: { value } });
  const tick = (label: string) => fireEvent.click(view.getByLabelText(label));
  const walker = () => view.container.querySelector('path')?.getAttribute('d');
  return { view, result, choose, tick, walker };
}

describe('the estimate', () => {
  it('announces its result in a live region when a choice changes', (t) => {
    const { result, choose, tick } = open(t);
    assert.match(result(), /^13–26 weeks/);
    choose(en.job, 'review');
    assert.match(result(), /^3–4 weeks/);
    for (const name of ['crm', 'shop', 'access', 'devices', 'payments'] as const) tick(en.systems[name]);
    assert.match(result(), /^4–5 weeks.*Further systems account for 1 week of the work/);
    choose(en.by, '2026-12-20');
    assert.match(result(), /20 December 2026 cannot be met.*What could be done by then: the first step\./);
  });

  it('judges a date from the present day, also in a tab that was opened days ago', (t) => {
    const { result, choose } = open(t, '?by=2026-11-25');
    assert.match(result(), /25 November 2026 cannot be met/);
    t.mock.method(Date, 'now', () => Date.parse('2026-11-27T10:00:00Z'));
    choose(en.job, 'review');
    assert.match(result(), /The date you chose has passed/);
  });

  it('replaces the number together with its unit, because only what is new is announced', (t) => {
    const { view, choose } = open(t);
    const before = view.getByRole('status').querySelector('b');
    choose(en.job, 'review');
    const after = view.getByRole('status').querySelector('b');
    assert.notEqual(after, before);
    assert.match(plain(after?.textContent ?? ''), /^3–4 weeks$/);
  });

  it('begins with the choice of the address', (t) => {
    const { result, view } = open(t, '?job=audit&with=crm');
    assert.match(result(), /^2 weeks/);
    assert.equal((view.getByLabelText(en.systems.crm) as HTMLInputElement).checked, true);
  });

  it('draws a figure that is larger for a nearer date, stands lower, and takes steps', () => {
    const heights = (path: string) => [...path.matchAll(/M-?\d+ (\d+)/g)].map(([, y]) => Number(y));
    const [near, far] = [heights(drawWalker(2)), heights(drawWalker(40))];
    assert.ok(Math.max(...near) > Math.max(...far));
    assert.ok(Math.min(...near) < Math.min(...far));
    assert.notEqual(drawWalker(20, 0.5), drawWalker(20));
    assert.doesNotMatch(drawWalker(2, 0.5), /NaN|Infinity/);
  });

  it('moves without animation under reduced motion', (t) => {
    t.mock.method(globalThis, 'matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const { walker, choose } = open(t);
    const before = walker();
    choose(en.job, 'audit');
    assert.notEqual(walker(), before);
    assert.equal(walker(), drawWalker(2));
  });
});

describe('the text that is added to a message', () => {
  it('is placed below the typed text, and replaces the text that was added before', () => {
    assert.equal(addToMessage('', 'Two weeks', ''), 'Two weeks');
    assert.equal(addToMessage('Hello.\n', 'Two weeks', ''), 'Hello.\n\nTwo weeks');
    const typed = 'Hello.\n\nTwo weeks\nRegards';
    assert.equal(addToMessage(typed, 'Nine weeks for $&', 'Two weeks'), 'Hello.\n\nNine weeks for $&\nRegards');
  });

  it('is added again when the visitor has changed it', () => {
    const message = addToMessage('Two weeks or three', 'Nine weeks', 'Two weeks exactly');
    assert.equal(message, 'Two weeks or three\n\nNine weeks');
  });

  it('replaces the estimate that the message already has after a reload', async (t) => {
    const open = () =>
      renderPart(
        t,
        <>
          <Estimate />
          <ContactForm />
        </>,
        { path: '/contacts', search: '?job=audit&with=crm' },
      );
    type View = ReturnType<typeof open>;
    // The element with the label of the message is a textarea.
    const messageOf = (view: View) => view.getByLabelText(contacts.contactForm.fields.message) as HTMLTextAreaElement;
    const send = async (view: View) => {
      await act(async () => {
        fireEvent.click(view.getByRole('button', { name: en.send }));
        await Promise.resolve();
      });
      return messageOf(view).value;
    };
    const before = open();
    const message = await send(before);
    before.unmount();
    const after = open();
    fireEvent.change(messageOf(after), { target: { value: message } });
    assert.equal(await send(after), message);
  });

  it('is added by the form on the page, else by a link to the server', async (t) => {
    const view = renderPart(
      t,
      <>
        <Estimate />
        <ContactForm />
      </>,
      { path: '/contacts' },
    );
    const message = view.getByLabelText(contacts.contactForm.fields.message);
    await act(async () => {
      fireEvent.click(view.getByRole('button', { name: en.send }));
      await Promise.resolve();
    });
    assert.match(plain((message as HTMLTextAreaElement).value), /13–26 weeks/);
    assert.equal(document.activeElement, message);
    view.unmount();
    const alone = renderPart(t, <Estimate />, { path: '/contacts' });
    assert.equal(fireEvent.click(alone.getByRole('button', { name: en.send })), true);
  });
});
