import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pdf } from '../../../../support/contact.ts';
import { cv, picture, openFilled } from '../../../../support/contact-store.ts';
import { settle } from '../../../../support/settle.ts';

/** A PDF that is read when the test says so, and at once from then on. */
function slowFile() {
  const file = new File([pdf()], 'slow.pdf', { type: 'application/pdf' });
  const blob = new Blob([pdf()]);
  const { promise, resolve } = Promise.withResolvers<void>();
  file.slice = () => {
    blob.text = () => promise.then(() => '%PDF-');
    return blob;
  };
  return { file, finishReading: resolve };
}

describe('the file', () => {
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
    const slow = slowFile();
    const first = form.attach(slow.file);
    await form.attach(cv);
    slow.finishReading();
    await first;
    assert.equal(form.values.value.attachment, cv);

    for (const stop of [form.detach, form.reset]) {
      const other = slowFile();
      const attached = form.attach(other.file);
      stop();
      other.finishReading();
      await attached;
      assert.equal(form.values.value.attachment, null);
    }
  });

  it('that is still being read when the message is sent goes with the message', async () => {
    const { form, posted } = openFilled({ topic: 'legal' });
    const slow = slowFile();
    void form.attach(slow.file);
    void form.submit('');
    void form.submit('');
    await settle();
    assert.equal(posted.length, 0);
    assert.equal(form.sending.value, true, 'the page shows that the message is being sent');
    slow.finishReading();
    await settle();
    assert.deepEqual(
      posted.map((message) => (message.form.get('attachment') as File).name),
      ['slow.pdf'],
    );
  });

  it('that is replaced by another one while the message waits for it is the other one', async () => {
    const { form, posted } = openFilled({ topic: 'legal' });
    const slow = slowFile();
    void form.attach(slow.file);
    void form.submit('');
    await form.attach(cv);
    slow.finishReading();
    await settle();
    assert.deepEqual(
      posted.map((message) => (message.form.get('attachment') as File).name),
      ['cv.pdf'],
    );
  });

  it('that is refused or removed while the message waits for it holds the message back, and says so', async () => {
    const { form, posted, notices } = openFilled({ topic: 'legal' });
    void form.attach(picture);
    await form.submit('');
    assert.deepEqual(notices.at(-1), { kind: 'fileRefused', problem: 'fileType' });

    for (const stop of [form.detach, form.reset]) {
      const slow = slowFile();
      void form.attach(slow.file);
      const submitted = form.submit('');
      stop();
      slow.finishReading();
      await submitted;
      assert.deepEqual(notices.at(-1), { kind: 'cancelled' });
    }
    assert.equal(posted.length, 0);
    assert.equal(form.firstError(), undefined);
    assert.equal(form.sending.value, false);
  });

  it('that is still being read does not delay the errors of other fields, and sending can be cancelled', async () => {
    const { form, posted, notices } = openFilled({ topic: 'legal' });
    const { email } = form.values.peek();
    void form.attach(slowFile().file);
    form.change('email', 'nobody');
    await form.submit('');
    assert.equal(form.firstError(), 'email');
    form.change('email', email);
    const submitted = form.submit('');
    form.cancel();
    await submitted;
    assert.deepEqual(notices.at(-1), { kind: 'cancelled' });
    assert.equal(posted.length, 0);
  });

  it('cannot be waited for with a field that was emptied meanwhile', async () => {
    const { form, posted } = openFilled({ topic: 'legal' });
    const slow = slowFile();
    void form.attach(slow.file);
    const submitted = form.submit('');
    form.change('email', '');
    slow.finishReading();
    await submitted;
    assert.equal(form.firstError(), 'email');
    assert.equal(posted.length, 0);
  });
});
