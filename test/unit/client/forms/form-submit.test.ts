import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createForm, type FormStatus, type SendResult } from '#client/forms/form.ts';
import { reportedErrors } from '../../../support/reported-errors.ts';

interface Values {
  text: string;
}
type Result = SendResult<Values, string, string, string>;

/** A form of one field, whose sending the test answers. */
function open(options: { text?: string; status?: FormStatus; failure?: string } = {}) {
  const { text = 'hello', status, failure } = options;
  let answer = (_: Result) => {};
  let fail = (_: Error) => {};
  const sent: { text: string; key: string; signal: AbortSignal }[] = [];
  let isBroken = false;
  const form = createForm<Values, string, Values, string, string>({
    names: ['text'],
    initial: { text },
    empty: { text: '' },
    status,
    failure,
    validate: (values) => (values.text ? {} : { text: 'empty' }),
    toContent: (values) => {
      if (isBroken) throw new Error('broken');
      return { text: values.text.trim() };
    },
    send: (content, { idempotencyKey, signal }) => {
      sent.push({ ...content, key: idempotencyKey, signal });
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    unexpected: (values) => `could not send ${values.text}`,
  });
  const breakContent = () => {
    isBroken = true;
    return () => (isBroken = false);
  };
  return {
    form,
    sent,
    answer: (result: Result) => answer(result),
    fail: () => fail(new Error('broken')),
    breakContent,
  };
}

describe('a form', () => {
  it('begins idle and without an error, or with its options', () => {
    const fresh = open().form;
    assert.deepEqual([fresh.status.value, fresh.submitError.value, fresh.sending.value], ['idle', null, false]);
    const told = open({ status: 'sent', failure: 'no' }).form;
    assert.deepEqual([told.status.value, told.submitError.value], ['sent', 'no']);
  });

  it('sends its content, is emptied, and returns its result', async () => {
    const { form, sent, answer } = open({ text: ' hello ' });
    const submitted = form.submit();
    assert.equal(form.sending.value, true);
    assert.deepEqual(await form.submit(), { kind: 'busy' });
    answer({ success: 'stored' });
    assert.deepEqual(await submitted, { kind: 'sent', success: 'stored' });
    assert.equal(form.status.value, 'sent');
    assert.deepEqual(form.values.value, { text: '' });
    assert.deepEqual(
      sent.map(({ text }) => text),
      ['hello'],
    );
  });

  it('with a wrong field sends nothing', async () => {
    const { form, sent } = open({ text: '' });
    assert.deepEqual(await form.submit(), { kind: 'invalid' });
    assert.deepEqual(form.errors.value, { text: 'empty' });
    assert.equal(form.status.value, 'idle');
    assert.deepEqual(sent, []);
  });

  it('shows the errors of a refusal, and keeps its key for the same content', async () => {
    const { form, sent, answer } = open();
    let submitted = form.submit();
    answer({ errors: { text: 'taken' }, failure: 'refused' });
    assert.deepEqual(await submitted, { kind: 'failed' });
    assert.deepEqual([form.status.value, form.submitError.value], ['idle', 'refused']);
    assert.deepEqual(form.errors.value, { text: 'taken' });
    assert.deepEqual(form.values.value, { text: 'hello' });
    submitted = form.submit();
    assert.equal(form.submitError.value, null, 'the next attempt takes the message back');
    answer({ success: '' });
    await submitted;
    form.change('text', 'hello');
    submitted = form.submit();
    answer({ success: '' });
    await submitted;
    const [first, second, third] = sent.map(({ key }) => key);
    assert.equal(second, first);
    assert.notEqual(third, first);
  });

  it('shows no error of a field that was changed since it was sent', async () => {
    const { form, answer } = open();
    const submitted = form.submit();
    form.change('text', 'better');
    answer({ errors: { text: 'taken' }, failure: null });
    await submitted;
    assert.deepEqual(form.errors.value, {});
  });

  it('shows its content when sending throws, and reports the error', async () => {
    const { form, fail } = open();
    const submitted = form.submit();
    fail();
    assert.deepEqual(await submitted, { kind: 'failed' });
    assert.equal(form.submitError.value, 'could not send hello');
    assert.deepEqual(reportedErrors.at(-1), new Error('broken'));
  });

  it('can be sent again after its content could not be made', async () => {
    const { form, sent, breakContent } = open();
    const repair = breakContent();
    assert.deepEqual(await form.submit(), { kind: 'failed' });
    assert.deepEqual([form.status.value, form.submitError.value], ['idle', 'could not send hello']);
    repair();
    void form.submit();
    assert.equal(sent.length, 1);
  });

  it('that is cancelled is idle again, without an error', async () => {
    const { form, sent, fail } = open();
    form.cancel();
    const submitted = form.submit();
    form.cancel();
    assert.equal(sent[0]?.signal.aborted, true);
    fail();
    assert.deepEqual(await submitted, { kind: 'cancelled' });
    assert.deepEqual([form.status.value, form.submitError.value], ['idle', null]);
    assert.deepEqual(form.values.value, { text: 'hello' });
  });

  it('that arrived before it was cancelled has been sent', async () => {
    const { form, answer } = open();
    const submitted = form.submit();
    form.cancel();
    answer({ success: 'stored' });
    assert.deepEqual(await submitted, { kind: 'sent', success: 'stored' });
  });

  it('removes its result, but not that it is sending', async () => {
    const shown = open({ status: 'sent', failure: 'no' });
    shown.form.clearResult();
    assert.deepEqual([shown.form.status.value, shown.form.submitError.value], ['idle', null]);
    const { form, answer } = open();
    const submitted = form.submit();
    form.clearResult();
    assert.equal(form.status.value, 'sending');
    answer({ success: '' });
    await submitted;
  });

  it('can be replaced while its fields are empty, but not while they are being sent', async () => {
    const { form, answer } = open();
    assert.equal(form.canBeReplaced(), false, 'a field has a value');
    const submitted = form.submit();
    form.change('text', '');
    assert.equal(form.canBeReplaced(), false, 'it is being sent');
    answer({ success: '' });
    await submitted;
    assert.equal(form.canBeReplaced(), true);
  });

  it('is empty and idle after a reset', () => {
    const { form } = open({ status: 'sent', failure: 'no' });
    form.reset();
    assert.deepEqual([form.status.value, form.submitError.value, form.values.value.text], ['idle', null, '']);
  });
});
