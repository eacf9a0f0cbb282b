import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minFillMs } from '#shared/contact-limits.ts';
import { filled, openedAt, createForm, openFilled } from '../../../../support/contact-store.ts';
import { settle } from '../../../../support/settle.ts';

describe('the contact form', () => {
  it('takes the time of its first opening', () => {
    const { form, later } = createForm();
    assert.equal(form.timestamp.value, 0);
    form.mount(true, openedAt - 500);
    assert.equal(form.timestamp.value, openedAt - 500);
    later(1000);
    form.mount(true);
    assert.equal(form.timestamp.value, openedAt - 500);
  });

  it('opened without a time was opened now', () => {
    const { form } = createForm();
    form.mount(true);
    assert.equal(form.timestamp.value, openedAt);
  });
});

describe('the topic', () => {
  it('that is chosen empties the form, and removes errors', () => {
    const { form, notices, later } = openFilled({ values: { ...filled, email: 'olha' } });
    form.validateField('email');
    later(10);
    form.select('legal');
    assert.deepEqual(form.errors.value, {});
    assert.equal(form.topic.value, 'legal');
    assert.equal(form.isBlank(), true);
    assert.equal(form.timestamp.value, openedAt + minFillMs + 10);
    assert.deepEqual(notices, [null]);
  });

  it('of the form changes nothing when it is chosen again', () => {
    const { form } = openFilled();
    form.select('general');
    assert.equal(form.isBlank(), false);
  });

  it('cannot be changed while a message is being sent', async () => {
    const { form, answer } = openFilled();
    const submitted = form.submit('');
    await settle();
    form.select('legal');
    assert.equal(form.topic.value, 'general');
    answer({ status: 200 });
    await submitted;
  });
});
