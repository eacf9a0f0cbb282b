import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minFillMs } from '#shared/contact-limits.ts';
import { openedAt, typed, filled, createForm, openFilled } from '../../../../support/contact-store.ts';
import { settle } from '../../../../support/settle.ts';

describe('sending a message', () => {
  it('posts it with its time and its topic, confirms it, and resets the form', async () => {
    const { form, notices, posted, answer, later } = openFilled({ topic: 'legal' });
    const submitted = form.submit('');
    await settle();
    assert.deepEqual(Object.fromEntries(posted[0]?.form ?? []), {
      ...typed,
      privacyTerms: 'true',
      topic: 'legal',
      timestamp: String(openedAt),
    });
    posted[0]?.onProgress(0.5);
    assert.equal(form.progress.value, 0.5);
    later(700);
    answer({ status: 200 });
    await submitted;
    assert.deepEqual(notices, [null, { kind: 'sent' }]);
    assert.equal(form.isBlank(), true);
    assert.equal(form.timestamp.value, openedAt + minFillMs + 700);
    assert.equal(form.refusals.value, 0);
  });

  it('empties the draft', async () => {
    const { form, saved, answer } = openFilled();
    const submitted = form.submit('');
    await settle();
    answer({ status: 200 });
    await submitted;
    assert.deepEqual(saved.at(-1), {
      topic: 'general',
      firstName: '',
      lastName: '',
      email: '',
      message: '',
      file: false,
      key: undefined,
    });
  });

  it('is refused when a program has filled in the hidden field', async () => {
    const { form, notices, posted } = openFilled();
    await form.submit('spam');
    assert.deepEqual(notices, [{ kind: 'failed', failure: { key: 'submissionError' } }]);
    assert.equal(posted.length, 0);
  });

  it('is refused below the minimum time, and not after that', async () => {
    const { form, notices, posted, later, answer } = createForm({ values: filled });
    form.mount(true);
    later(minFillMs - 1);
    await form.submit('');
    assert.deepEqual(notices, [{ kind: 'failed', failure: { key: 'tooFastError' } }]);
    later(1);
    const submitted = form.submit('');
    await settle();
    assert.equal(posted.length, 1);
    answer({ status: 200 });
    await submitted;
  });

  it('is sent when the clock was set back after the form was opened', async () => {
    const { form, posted, later, answer } = createForm({ values: filled });
    form.mount(true);
    later(-3_600_000);
    const submitted = form.submit('');
    await settle();
    assert.equal(posted.length, 1);
    answer({ status: 200 });
    await submitted;
  });

  it('a second time while the first is on its way does nothing', async () => {
    const { form, notices, posted, answer } = openFilled();
    const submitted = form.submit('');
    await settle();
    await form.submit('');
    assert.deepEqual([posted.length, notices], [1, [null]]);
    answer({ status: 200 });
    await submitted;
  });

  it('with a wrong field posts nothing and counts the refusal', async () => {
    const { form, notices, posted } = openFilled({ values: { ...filled, email: 'olha' } });
    await form.submit('');
    assert.equal(posted.length, 0);
    assert.equal(form.refusals.value, 1);
    assert.deepEqual(notices, [null]);
    assert.deepEqual(
      Object.keys(form.errors.value).filter((name) => form.errors.value[name as 'email']),
      ['email'],
    );
  });

  it('that the server refuses shows the errors of its fields and the reason', async () => {
    const { form, notices, answer } = openFilled();
    const submitted = form.submit('');
    await settle();
    answer({ status: 400, errors: { message: 'messageMin' } });
    await submitted;
    assert.deepEqual(form.errors.value, { message: 'messageMin' });
    assert.equal(form.refusals.value, 1);
    assert.equal(notices.at(-1)?.kind, 'failed');
    assert.equal(form.values.value.firstName, 'Olha');
  });

  it('shows the confirmation, but not in place of what was typed meanwhile', async () => {
    const { form, answer, later } = openFilled();
    for (const [typedMeanwhile, status] of [
      ['One more thing', 'idle'],
      ['', 'sent'],
    ] as const) {
      for (const name of ['firstName', 'lastName', 'email', 'privacyTerms'] as const) form.change(name, filled[name]);
      form.change('message', filled.message);
      const submitted = form.submit('');
      await settle();
      if (typedMeanwhile) form.change('message', typedMeanwhile);
      answer({ status: 200 });
      await submitted;
      assert.equal(form.status.value, status);
      form.change('message', '');
      assert.equal(form.status.value, status);
      later(minFillMs);
    }
  });

  it('with a wrong field counts no refusal of the form of another topic', async () => {
    const { form } = openFilled({ values: { ...filled, email: 'olha' } });
    await form.submit('');
    form.select('legal');
    assert.equal(form.refusals.value, 0);
  });

  it('that fails without a reason counts no refusal, begins its progress anew, and keeps its key', async () => {
    const { form, notices, posted, fail, answer } = openFilled();
    let submitted = form.submit('');
    await settle();
    posted[0]?.onProgress(0.9);
    fail();
    await submitted;
    assert.deepEqual(notices.at(-1), { kind: 'failed', failure: { key: 'sendError' } });
    assert.equal(form.refusals.value, 0);
    submitted = form.submit('');
    assert.equal(form.progress.value, 0);
    await settle();
    answer({ status: 200 });
    await submitted;
    assert.equal(posted[0]?.key, posted[1]?.key);
  });

  it('that is cancelled shows that, and keeps the values', async () => {
    const { form, notices } = openFilled();
    const submitted = form.submit('');
    await settle();
    form.cancel();
    await submitted;
    assert.deepEqual(notices, [null, { kind: 'cancelled' }]);
    assert.equal(form.values.value.firstName, 'Olha');
  });
});
