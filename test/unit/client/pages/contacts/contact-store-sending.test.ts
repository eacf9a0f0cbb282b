import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filled, createForm, openFilled } from '../../../../support/contact-store.ts';
import { settle } from '../../../../support/settle.ts';

describe('sending a message', () => {
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
});
