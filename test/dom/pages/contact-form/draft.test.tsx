import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { fireEvent } from '@testing-library/react';
import { tabDraft } from '#client/pages/contacts/contact-draft.ts';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('a draft', () => {
  /** Writes on a tab, and leaves the page. */
  async function writeAndLeave(t: TestContext, topic: 'career' | 'legal') {
    const { view, select, fill, choose } = openForm(t);
    await select(topic);
    await fill();
    await choose(pdfFile());
    view.unmount();
    t.mock.restoreAll();
    history.replaceState(null, '', '/contacts');
  }

  it('is restored in a new form, with the file and without consent, and can be discarded', async (t) => {
    await writeAndLeave(t, 'career');
    const { view, input, tab } = openForm(t);
    assert.equal(tab('career').getAttribute('aria-selected'), 'true');
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
    assert.ok(view.getByText('cv.pdf'));
    const discard = view.getByRole('button', { name: en.discard });
    discard.focus();
    fireEvent.click(discard);
    assert.equal(input(en.fields.message).value, '');
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(sessionStorage.length, 0);
    assert.equal(document.activeElement, view.getByRole('tabpanel'));
  });

  it('is sent with the restored file', async (t) => {
    await writeAndLeave(t, 'legal');
    const { view, later, press, posted } = openForm(t);
    fireEvent.click(view.getByRole('checkbox'));
    later(4000);
    await press();
    assert.equal((posted[0]?.get('attachment') as File | undefined)?.name, 'cv.pdf');
  });

  it('asks for the file again when only the texts could be restored', async (t) => {
    await writeAndLeave(t, 'legal');
    // After a reload only the storage of the browser is left.
    const stored = Object.entries<string>(sessionStorage);
    tabDraft.save({ topic: 'legal', firstName: '', lastName: '', email: '', message: '', file: false });
    for (const [key, value] of stored) sessionStorage.setItem(key, value);

    const { view, type, choose } = openForm(t);
    assert.ok(view.getByText(en.errors.attachAgain));
    type(en.fields.lastName, 'Shevchenko');
    assert.equal(tabDraft.read()?.file, true);
    await choose(pdfFile());
    assert.equal(view.queryByText(en.errors.attachAgain), null);
  });

  it('is restored in a new form where the storage is disabled', async (t) => {
    const refuse = () => {
      throw new DOMException('disabled', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) t.mock.method(Storage.prototype, name, refuse);
    const { view, fill, input } = openForm(t);
    await fill();
    view.unmount();
    openForm(t);
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    t.mock.restoreAll();
    tabDraft.save({ topic: 'general', firstName: '', lastName: '', email: '', message: '', file: false });
  });

  it('is removed when the message is sent', async (t) => {
    const { fill, later, press } = openForm(t);
    await fill();
    assert.equal(sessionStorage.length, 1);
    later(4000);
    await press();
    assert.equal(sessionStorage.length, 0);
  });

  it('is sent again with the key of the attempt before a reload', async (t) => {
    const first = openForm(t, { send: () => Promise.resolve({ status: 0 }) });
    await first.fillAndSend();
    first.view.unmount();
    const { view, later, press, keys } = openForm(t);
    fireEvent.click(view.getByRole('checkbox'));
    later(4000);
    await press();
    assert.ok(keys[0]);
    assert.deepEqual(keys, first.keys);
    assert.equal(sessionStorage.length, 0);
  });
});
