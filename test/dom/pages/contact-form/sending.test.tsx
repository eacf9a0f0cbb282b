import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import type { PostAnswer } from '#shared/api.ts';
import { honeypotField } from '#shared/hidden-fields.ts';
import { tabDraft } from '#client/pages/contacts/contact-draft.ts';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';
import { until } from '../../../support/until.ts';

const en = texts.en;

beforeEach(clearVisits);

describe('sending', () => {
  it('posts the fields, shows that it is busy, then thanks and empties the form', async (t) => {
    let finish: (answer: PostAnswer) => void = () => undefined;
    const { fill, choose, select, later, press, button, posted, settle, toast, input, view, fileInput } = openForm(t, {
      send: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await select('career');
    await fill();
    await choose(pdfFile());
    later(4000);
    await press();

    assert.equal(button().disabled, true);
    assert.equal(button().textContent, en.sending);
    assert.equal(posted.length, 1);
    const [form] = posted as [FormData];
    assert.deepEqual(
      ['topic', 'firstName', 'lastName', 'email', 'message', 'privacyTerms', 'timestamp'].map((name) => form.get(name)),
      ['career', 'Olha', 'Kovalenko', 'olha@example.com', 'We need a harbour pilot.', 'true', '1700000000000'],
    );
    assert.equal((form.get('attachment') as File).name, 'cv.pdf');

    finish({ status: 200 });
    await settle();
    assert.deepEqual(toast(), [en.successTitle, en.success]);
    assert.ok(view.getByRole('heading', { name: en.sentPage.title, level: 2 }));
    assert.ok(view.getByRole('heading', { name: en.next.label }));
    assert.ok(view.getByText(en.next.career.firstText));
    assert.equal(view.queryByText(en.next.career.intro), null, 'there are no fields to fill in');
    fireEvent.click(view.getByRole('button', { name: en.sentPage.again }));
    assert.ok(view.getByText(en.next.career.intro));
    assert.equal(input(en.fields.message).value, '');
    const { id } = input(en.fields.firstName);
    await until('the first field has the focus', () => document.activeElement?.id === id);
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(fileInput()?.value, '');
    assert.equal(view.container.querySelector<HTMLInputElement>('input[name="timestamp"]')?.value, '1700000004000');
  });

  it('leaves the file out when there is none', async (t) => {
    const { fillAndSend, posted } = openForm(t);
    await fillAndSend();
    assert.equal(posted[0]?.has('attachment'), false);
  });

  it('is blocked within 3000 ms', async (t) => {
    const { fill, later, press, posted, toast, input } = openForm(t);
    await fill();
    later(2999);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.tooFastError]);
    assert.deepEqual(posted, []);
    assert.equal(input(en.fields.firstName).value, 'Olha');
    later(1);
    await press();
    assert.equal(posted.length, 1);
  });

  it('is blocked when the honeypot is filled, also by a script that fires no event', async (t) => {
    const { fill, later, press, posted, toast, view, input } = openForm(t);
    await fill();
    later(4000);
    const trap = view.container.querySelector<HTMLInputElement>(`input[name="${honeypotField}"]`);
    assert.ok(trap);
    trap.value = 'http://spam.example';
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.submissionError]);
    assert.deepEqual(posted, []);
    assert.equal(input(en.fields.firstName).value, 'Olha');
  });

  it('moves the focus from the button that cancels to the one that sends, also when Enter has sent the form', async (t) => {
    const { fill, later, button, input, settle, view } = openForm(t, {
      send: (_path, _form, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        }),
    });
    await fill();
    later(4000);
    const field = input(en.fields.email);
    act(() => field.focus());
    fireEvent.submit(field.form as HTMLFormElement);
    await settle();
    assert.ok(document.activeElement === field);
    const cancel = view.getByRole('button', { name: en.cancel });
    act(() => cancel.focus());
    fireEvent.click(cancel);
    await settle();
    assert.ok(document.activeElement === button());
  });

  it('can be cancelled, and all values stay', async (t) => {
    const { fillAndSend, toast, input, view, button, settle } = openForm(t, {
      send: (_path, _form, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        }),
    });
    await fillAndSend();
    fireEvent.click(view.getByRole('button', { name: en.cancel }));
    await settle();
    assert.deepEqual(toast(), [en.cancelled]);
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal(button().disabled, false);
  });

  it('shows how much of a file has been sent', async (t) => {
    const { fill, choose, select, later, press, view } = openForm(t, {
      send: (_path, _form, { onProgress }) =>
        new Promise(() => {
          onProgress(0.42);
        }),
    });
    await select('legal');
    await fill();
    await choose(pdfFile());
    later(4000);
    await press();
    assert.equal(view.getByRole('progressbar').getAttribute('value'), '42');
    assert.ok(view.getByText('42% sent'));
  });
});

describe('the focus', () => {
  it('is on the confirmation, which replaces the form', async (t) => {
    const { fill, later, press, button, view } = openForm(t);
    await fill();
    later(4000);
    act(() => button().focus());
    await press();
    assert.equal(document.activeElement, view.getByRole('heading', { name: en.sentPage.title }));
    assert.equal(view.queryByRole('tabpanel'), null);
  });
});

describe('a text that is typed while a message is being sent', () => {
  /** Returns a form that has just been sent, and a function that responds to it. */
  async function openSent(t: TestContext) {
    let finish: (answer: PostAnswer) => void = () => undefined;
    const form = openForm(t, {
      send: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await form.fillAndSend();
    assert.equal(form.posted.length, 1);
    const answer = async (status: number) => {
      finish({ status });
      await form.settle();
    };
    return { ...form, answer };
  }

  it('stays when the message has arrived, and the other fields are emptied', async (t) => {
    const { type, input, answer, view, toast } = await openSent(t);
    const field = input(en.fields.message);
    field.focus();
    type(en.fields.message, 'A second letter');
    await answer(200);
    assert.deepEqual(toast(), [en.successTitle, en.success]);
    assert.ok(field.isConnected, 'it is the same field');
    assert.ok(document.activeElement === field);
    assert.equal(field.value, 'A second letter');
    assert.equal(input(en.fields.firstName).value, '');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
  });

  it('stays when the message was refused', async (t) => {
    const { type, input, answer } = await openSent(t);
    type(en.fields.message, 'A second letter');
    await answer(500);
    assert.equal(input(en.fields.message).value, 'A second letter');
    assert.equal(input(en.fields.firstName).value, 'Olha');
  });

  it('stays after a visit to another page, and is a draft', async (t) => {
    const { type, input, answer, go, button } = await openSent(t);
    go();
    go();
    assert.equal(button().textContent, en.sending);
    type(en.fields.message, 'A second letter');
    await answer(200);
    assert.equal(input(en.fields.message).value, 'A second letter');
    assert.equal(tabDraft.read()?.message, 'A second letter');
  });

  it('is removed when the response arrives while another page is open', async (t) => {
    const { input, answer, go } = await openSent(t);
    go();
    await answer(200);
    assert.equal(tabDraft.read(), null);
    go();
    assert.equal(input(en.fields.message).value, '');
  });
});
