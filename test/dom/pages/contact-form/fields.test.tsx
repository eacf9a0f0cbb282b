import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('the button of the contact form', () => {
  for (const [title, values, enabled] of [
    ['everything is filled in', {}, true],
    ['a name has one letter', { firstName: 'O' }, false],
    ['a name is spaces', { lastName: '   ' }, false],
    ['the address has no dot', { email: 'olha@example' }, false],
    ['the address has no at sign', { email: 'olha.example' }, false],
    ['the address has both, wherever', { email: 'o.lha@example' }, true],
    ['the message is too short', { message: 'Hello' }, false],
  ] as const) {
    it(`is ${enabled ? 'on' : 'off'} when ${title}`, async (t) => {
      const { fill, button } = openForm(t);
      assert.equal(button().disabled, true);
      await fill(values);
      assert.equal(button().disabled, !enabled);
    });
  }

  it('is in a box without a handler of its own, for which Firefox would move it in the accessibility tree', (t) => {
    const { button } = openForm(t);
    assert.equal(button().closest('span')?.onclick, null);
  });

  it('needs consent', async (t) => {
    const { fill, button, view } = openForm(t);
    await fill();
    fireEvent.click(view.getByRole('checkbox'));
    assert.equal(button().disabled, true);
  });

  it('needs a file on the career tab, and not on the legal tab', async (t) => {
    const { fill, button, select, choose } = openForm(t);
    await select('career');
    await fill();
    assert.equal(button().disabled, true);
    await choose(pdfFile());
    assert.equal(button().disabled, false);
    await select('legal');
    await fill();
    assert.equal(button().disabled, false);
  });
});

describe('the fields', () => {
  for (const [name, value, key] of [
    ['firstName', 'O', 'firstNameMin'],
    ['lastName', '', 'lastNameMissing'],
    ['email', '', 'emailMissing'],
    ['email', 'olha@example', 'emailInvalid'],
    ['message', ' ', 'messageMissing'],
    ['message', 'Hello', 'messageMin'],
  ] as const) {
    it(`show the error of ${name} “${value}” when it loses the focus`, async (t) => {
      const { input, type, view, announced } = openForm(t);
      const field = input(en.fields[name]);
      type(en.fields[name], value);
      assert.equal(field.getAttribute('aria-invalid'), 'false');
      // The code of the rules is loaded when the first field loses the focus.
      fireEvent.blur(field);
      await waitFor(() => assert.equal(field.getAttribute('aria-invalid'), 'true'));
      const described = view.container.querySelector(`#${field.getAttribute('aria-describedby')}`);
      assert.equal(described?.textContent, en.errors[key]);
      assert.equal(announced(), en.errors[key], 'screen readers announce it');
      assert.equal(described?.closest('[role]')?.getAttribute('role'), 'tabpanel', 'they announce it once');
    });
  }

  it('remove an error as soon as it is corrected', async (t) => {
    const { input, type } = openForm(t);
    fireEvent.blur(input(en.fields.email));
    await waitFor(() => assert.equal(input(en.fields.email).getAttribute('aria-invalid'), 'true'));
    type(en.fields.email, 'olha@example.com');
    assert.equal(input(en.fields.email).getAttribute('aria-invalid'), 'false');
  });

  it('are listed in a focused summary when the form is sent with an error', async (t) => {
    const { fill, press, later, view, posted } = openForm(t);
    await fill({ email: 'o.lha@example' });
    later(4000);
    await press();

    assert.deepEqual(posted, []);
    const summary = view.getByRole('group', { name: en.errorSummary });
    assert.equal(document.activeElement, summary);
    const error = view.container.querySelector('#contact-email-error');
    assert.equal(error?.closest('[role]')?.getAttribute('role'), 'tabpanel', 'it is announced once, by the summary');
    const link = view.getByRole('link', { name: en.errors.emailInvalid });
    fireEvent.click(link);
    assert.equal(document.activeElement, view.getByLabelText(en.fields.email));
  });

  it('show a precise error for an address that has an at sign and a dot', async (t) => {
    const { fill, button, press, later, view } = openForm(t);
    await fill({ email: 'a@.b' });
    assert.equal(button().disabled, false);
    later(4000);
    await press();
    assert.equal(view.container.querySelector('#contact-email-error')?.textContent, en.errors.emailInvalid);
    for (const { errors } of Object.values(texts)) assert.doesNotMatch(errors.emailInvalid, /@ and a dot|@ і крапку/);
  });
});

describe('Enter in a form that is not ready', () => {
  it('shows the errors and focuses the first field', async (t) => {
    const { input, type, view, posted } = openForm(t);
    type(en.fields.firstName, 'Olha');
    act(() => input(en.fields.firstName).focus());
    fireEvent.keyDown(input(en.fields.firstName), { key: 'Enter' });
    assert.ok(document.activeElement === input(en.fields.lastName));
    for (const key of ['lastNameMissing', 'emailMissing', 'messageMissing', 'privacyRequired'] as const)
      assert.ok(view.getByText(en.errors[key]));
    assert.equal(view.queryByText(en.errors.firstNameMissing), null);
    assert.deepEqual(posted, []);
  });

  it('leaves the announcement to the field that gets the focus, and announces the error of a focused one', async (t) => {
    const { input, view, announced } = openForm(t);
    act(() => input(en.fields.lastName).focus());
    fireEvent.keyDown(input(en.fields.lastName), { key: 'Enter' });
    assert.ok(document.activeElement === input(en.fields.firstName));
    assert.equal(announced(), '');
    fireEvent.keyDown(input(en.fields.firstName), { key: 'Enter' });
    await waitFor(() => assert.equal(announced(), en.errors.firstNameMissing));
    for (const region of view.queryAllByRole('status')) assert.equal(region.textContent, '');
  });

  it('adds a line to the message, and opens the file dialog', async (t) => {
    const { input, select, fileInput } = openForm(t);
    await select('career');
    for (const field of [input(en.fields.message), fileInput()]) {
      assert.ok(field);
      act(() => field.focus());
      assert.ok(fireEvent.keyDown(field, { key: 'Enter' }), 'the browser does what it does');
      assert.ok(document.activeElement === field);
    }
  });
});
