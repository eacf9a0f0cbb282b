import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { fireEvent } from '@testing-library/react';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('a visitor who goes to another page and returns', () => {
  it('finds the form as it was, with the file and the consent', async (t) => {
    const { view, fill, select, choose, go, input } = openForm(t);
    await select('legal');
    await fill();
    await choose(pdfFile());
    go();
    go();
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, true);
    assert.ok(view.getByText('cv.pdf'));
    assert.equal(view.queryByText(en.draft), null);
  });

  it('sees the errors of the last attempt, and keeps the focus', async (t) => {
    const send = () => Promise.resolve({ status: 400, errors: { email: 'emailInvalid' } });
    const { fillAndSend, view, press, go } = openForm(t, { send });
    await fillAndSend();
    const summary = () => view.getByRole('group', { name: en.errorSummary });
    assert.ok(summary() === document.activeElement);
    go();
    const link = view.getByRole('button', { name: 'Go' });
    link.focus();
    go();
    assert.ok(summary());
    assert.ok(link === document.activeElement, 'the summary has not taken the focus');
    await press();
    assert.ok(summary() === document.activeElement);
  });

  it('finds a new form when nothing was typed, without the errors of fields that were left empty', (t) => {
    const { input, go } = openForm(t);
    const isInvalid = () => input(en.fields.firstName).getAttribute('aria-invalid') === 'true';
    fireEvent.blur(input(en.fields.firstName));
    assert.ok(isInvalid());
    go();
    go();
    assert.ok(!isInvalid());
  });

  it('finds an empty form after a message that was sent', async (t) => {
    const { fillAndSend, view, go, input, button } = openForm(t);
    await fillAndSend();
    assert.ok(view.getByRole('heading', { name: en.sentPage.title }));
    go();
    go();
    assert.equal(input(en.fields.message).value, '');
    fireEvent.click(view.getByRole('checkbox'));
    assert.equal(button().disabled, true);
  });
});
