import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContactForm } from '#client/stores/contact-form.ts';

/** A form that was opened long enough ago to be sent, with a first name that is too short. */
function startForm() {
  let now = 1_700_000_000_000;
  const form = createContactForm({
    topic: 'general',
    draft: { read: () => null, save: () => undefined, clear: () => undefined },
    send: () => Promise.resolve({ status: 200 }),
    notify: () => undefined,
    now: () => now,
  });
  form.open(true);
  now += 60_000;
  form.change('firstName', 'O');
  return form;
}

describe('the contact form', () => {
  it('says what is wrong with a field that loses the focus', () => {
    const form = startForm();
    form.validateField('firstName');
    assert.deepEqual(form.errors.peek(), { firstName: 'firstNameMin' });
  });

  it('finds nothing wrong with a field that a reset has emptied', () => {
    const form = startForm();
    form.validateField('firstName');
    form.select('career');
    assert.deepEqual(form.errors.peek(), {});
    assert.equal(form.refusals.peek(), 0);
  });
});
