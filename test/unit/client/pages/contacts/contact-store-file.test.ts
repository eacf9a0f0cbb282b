import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pdf } from '../../../../support/contact.ts';
import { cv, picture, openFilled } from '../../../../support/contact-store.ts';

describe('the file', () => {
  it('is attached, and detached', async () => {
    const { form, notices } = openFilled({ topic: 'career' });
    await form.attach(cv);
    assert.equal(form.values.value.attachment, cv);
    assert.equal(form.errors.value.attachment, undefined);
    assert.deepEqual(notices, [null], 'an earlier error is taken back');
    form.detach();
    assert.equal(form.values.value.attachment, null);
  });

  it('that is no PDF is refused, and the one before it is gone', async () => {
    const { form, notices } = openFilled({ topic: 'career' });
    await form.attach(cv);
    await form.attach(picture);
    assert.equal(form.values.value.attachment, null);
    assert.equal(form.errors.value.attachment, 'fileType');
    assert.deepEqual(notices.at(-1), { kind: 'fileRefused', problem: 'fileType' });
    await form.attach(cv);
    assert.equal(form.errors.value.attachment, undefined);
  });

  it('that was chosen last counts, also when it was read first', async () => {
    const { form } = openFilled({ topic: 'career' });
    let finishReading = () => {};
    const slow = new File([pdf()], 'slow.pdf', { type: 'application/pdf' });
    const blob = new Blob([pdf()]);
    slow.slice = () => {
      blob.arrayBuffer = async () => {
        await new Promise<void>((resolve) => {
          finishReading = resolve;
        });
        return pdf().buffer;
      };
      return blob;
    };
    const first = form.attach(slow);
    await form.attach(cv);
    finishReading();
    await first;
    assert.equal(form.values.value.attachment, cv);

    const second = form.attach(slow);
    form.detach();
    finishReading();
    await second;
    assert.equal(form.values.value.attachment, null);

    const third = form.attach(slow);
    form.reset();
    finishReading();
    await third;
    assert.equal(form.values.value.attachment, null);
  });
});
