import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minFillMs } from '#shared/contact-limits.ts';
import { typed, cv, savedDraft, createForm, openFilled } from '../../../../support/contact-store.ts';
import { settle } from '../../../../support/settle.ts';

describe('the draft', () => {
  it('is not overwritten before it was read', () => {
    const { form, saved } = createForm({ draft: savedDraft() });
    form.change('message', '');
    assert.deepEqual(saved, []);
  });

  it('gets an estimate that the server has written into the message, once', () => {
    const { form, saved } = createForm({ draft: savedDraft(), values: { message: 'Six to nine weeks.' } });
    form.mount(true);
    const { firstName, message } = form.values.value;
    const merged = `${typed.message}\n\nSix to nine weeks.`;
    assert.deepEqual([firstName, message], [typed.firstName, merged]);
    assert.deepEqual(saved.at(-1), savedDraft({ message: merged }));
    const again = createForm({ draft: savedDraft({ message: merged }), values: { message: 'Six to nine weeks.' } });
    again.form.mount(true);
    assert.equal(again.form.values.value.message, merged);
  });

  it('is no longer marked as restored after a reset', () => {
    const { form } = createForm({ draft: savedDraft() });
    form.mount(true);
    form.reset();
    assert.equal(form.restored.value, false);
  });

  it('is no longer marked as restored while it is sent, because discarding would not stop that', () => {
    const { form, later } = createForm({ draft: savedDraft() });
    form.mount(true);
    form.change('privacyTerms', true);
    later(minFillMs);
    void form.submit('');
    assert.deepEqual([form.sending.value, form.restored.value], [true, false]);
  });

  it('of another topic is not restored when the address has one', () => {
    const { form, saved } = createForm({ draft: savedDraft({ topic: 'legal', file: cv }) });
    form.mount(false);
    assert.equal(form.topic.value, 'general');
    assert.equal(form.isBlank(), true);
    assert.equal(form.restored.value, false);
    assert.deepEqual(saved, [], 'the draft is still there');
  });

  it('stays when another topic is chosen, and comes back with its own', () => {
    const { form, saved } = createForm({ draft: savedDraft() });
    form.mount(true);
    const count = saved.length;
    form.select('career');
    assert.equal(form.isBlank(), true);
    assert.equal(form.restored.value, false);
    assert.equal(saved.length, count, 'a blank form does not replace the draft');
    form.select('general');
    assert.equal(form.values.value.firstName, 'Olha');
    assert.equal(form.restored.value, true);
  });

  it('of the topic that the address names fills in the form', () => {
    const { form } = createForm({ topic: 'legal', draft: savedDraft({ topic: 'legal' }) });
    form.mount(false);
    assert.equal(form.values.value.firstName, 'Olha');
  });

  it('does not replace a text that was typed before the scripts ran', () => {
    const { form, saved } = createForm({ values: { firstName: 'Ivan' }, draft: savedDraft() });
    form.mount(true);
    assert.equal(form.values.value.firstName, 'Ivan');
    assert.equal(form.values.value.lastName, '');
    assert.equal(form.restored.value, false);
    assert.equal(saved.at(-1)?.firstName, 'Ivan');
  });

  it('restores its file, also into a form that has text', () => {
    for (const values of [undefined, { firstName: 'Ivan' }]) {
      const { form } = createForm({ topic: 'career', values, draft: savedDraft({ topic: 'career', file: cv }) });
      form.mount(true);
      assert.equal(form.values.value.attachment, cv);
    }
  });

  it('does not restore its file when another topic has text', () => {
    const { form } = createForm({ values: { firstName: 'Ivan' }, draft: savedDraft({ topic: 'career', file: cv }) });
    form.mount(true);
    assert.equal(form.values.value.attachment, null);
    assert.equal(form.topic.value, 'general');
  });

  it('without a file asks for none', () => {
    const { form, saved } = createForm({ topic: 'career', draft: savedDraft({ topic: 'career' }) });
    form.mount(true);
    assert.equal(form.errors.value.attachment, undefined);
    assert.equal(saved.at(-1)?.file, false);
  });

  it('that does not exist leaves a blank form blank, and saves nothing', () => {
    const { form, saved } = createForm();
    form.mount(true);
    assert.equal(form.restored.value, false);
    assert.deepEqual(saved, []);
    form.change('email', 'o');
    assert.equal(saved.length, 1);
  });

  it('has its key also where the browser itself has filled in the fields again', async () => {
    const { form, saved, posted, fail } = openFilled();
    const submitted = form.submit('');
    await settle();
    fail();
    await submitted;
    const returned = openFilled({ draft: saved.at(-1) });
    void returned.form.submit('');
    await settle();
    assert.equal(returned.posted[0]?.key, posted[0]?.key);
  });

  it('whose file was lost is sent without it only at the second attempt', async () => {
    const { form, posted } = openFilled({ topic: 'legal', draft: savedDraft({ topic: 'legal', file: true }) });
    await form.submit('');
    assert.deepEqual([posted.length, form.refusals.value, form.errors.value.attachment], [0, 1, 'attachAgain']);
    void form.submit('');
    await settle();
    assert.equal(posted.length, 1);
  });

  it('keeps the key while the message is changed, and gives it to no other content', async () => {
    const { form, saved, posted, fail } = openFilled();
    for (const message of ['We need one harbour pilot.', 'We need two harbour pilots.', 'We need one harbour pilot.']) {
      form.change('message', message);
      const submitted = form.submit('');
      await settle();
      fail();
      await submitted;
    }
    assert.equal(new Set(saved.slice(1).map(({ key }) => key)).size, 1);
    const [first, second, third] = posted.map(({ key }) => key);
    assert.notEqual(first, second);
    assert.equal(first, third);
  });
});
