import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailedAnswer } from '#shared/contact-failure.ts';
import { minFillMs, type Topic } from '#shared/contact-limits.ts';
import type { ContactDraft } from '#client/lib/contact-draft.ts';
import { createContactForm, type ContactNotice } from '#client/stores/contact-form.ts';
import type { ContactValues } from '#client/stores/contact-rules.ts';
import { pdf } from '../../../support/contact.ts';

const openedAt = 1_700_000_000_000;
const typed = {
  firstName: 'Olha',
  lastName: 'Kovalenko',
  email: 'olha@example.com',
  message: 'We need a harbour pilot.',
};
const filled = { ...typed, privacyTerms: true };
const cv = new File([pdf()], 'cv.pdf', { type: 'application/pdf' });
const picture = new File(['PNG'], 'me.png', { type: 'image/png' });
const savedDraft = (changes: Partial<ContactDraft> = {}): ContactDraft => ({
  topic: 'general',
  ...typed,
  file: false,
  ...changes,
});

interface Start {
  topic?: Topic;
  values?: Partial<ContactValues>;
  draft?: ContactDraft | null;
}

/** A form that was not opened yet, whose sending the test answers. */
function createForm({ topic = 'general', values, draft = null }: Start = {}) {
  const clock = { now: openedAt };
  const notices: (ContactNotice | null)[] = [];
  const saved: ContactDraft[] = [];
  const posted: { form: FormData; key: string; onProgress(share: number): void }[] = [];
  let answer = (_: FailedAnswer) => {};
  let fail = (_: Error) => {};
  const form = createContactForm({
    topic,
    values,
    draft: { read: () => draft, save: (next) => saved.push(next), clear: () => undefined },
    send: (_path, data, { idempotencyKey, signal, onProgress }) => {
      posted.push({ form: data, key: idempotencyKey, onProgress });
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
        signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      });
    },
    notify: (notice) => notices.push(notice),
    now: () => clock.now,
  });
  return {
    form,
    notices,
    saved,
    posted,
    answer: (result: FailedAnswer) => answer(result),
    fail: () => fail(new Error('broken')),
    later: (ms: number) => (clock.now += ms),
  };
}

/** A form that is filled in and was opened long enough ago to be sent. */
function openFilled(start: Start = {}) {
  const tools = createForm({ values: filled, ...start });
  tools.form.open(true);
  tools.later(minFillMs);
  tools.saved.length = 0;
  return tools;
}

/** Lets the code between `submit` and the connection run. */
const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('the contact form', () => {
  it('says what is wrong with a field that loses the focus, and again while it is typed', () => {
    const { form } = createForm({ values: { firstName: 'O' } });
    form.open(true);
    form.validateField('firstName');
    assert.deepEqual(form.errors.peek(), { firstName: 'firstNameMin' });
    form.change('firstName', 'X');
    assert.deepEqual(form.errors.peek(), { firstName: 'firstNameMin' });
    form.change('firstName', 'Olha');
    assert.deepEqual(form.errors.peek(), {});
  });

  it('finds nothing wrong with a field that a reset has emptied', () => {
    const { form } = createForm({ values: { firstName: 'O' } });
    form.open(true);
    form.validateField('firstName');
    form.select('career');
    assert.deepEqual(form.errors.peek(), {});
    assert.equal(form.refusals.peek(), 0);
  });

  it('is ready when everything that its topic needs is there', () => {
    const { form } = createForm({ values: typed });
    assert.equal(form.ready.value, false);
    form.change('privacyTerms', true);
    assert.equal(form.ready.value, true);
    form.topic.value = 'career';
    assert.equal(form.ready.value, false, 'a CV is missing');
  });

  it('is blank until something is typed', () => {
    const { form } = createForm();
    assert.equal(form.isBlank(), true);
    form.change('email', 'o');
    assert.equal(form.isBlank(), false);
  });

  it('takes the time of its opening once', () => {
    const { form, later } = createForm();
    assert.equal(form.timestamp.value, 0);
    form.open(true, openedAt - 500);
    assert.equal(form.timestamp.value, openedAt - 500);
    later(1000);
    form.open(true);
    assert.equal(form.timestamp.value, openedAt - 500);
  });

  it('opened without a time was opened now', () => {
    const { form } = createForm();
    form.open(true);
    assert.equal(form.timestamp.value, openedAt);
  });
});

describe('sending a message', () => {
  it('posts it with its time and its topic, says that it was sent, and begins anew', async () => {
    const { form, notices, posted, answer, later } = openFilled({ topic: 'legal' });
    const submitted = form.submit('');
    await settle();
    assert.deepEqual(Object.fromEntries(posted[0]?.form ?? []), {
      ...typed,
      privacyTerms: 'true',
      topic: 'legal',
      timestamp: String(openedAt),
      hx7_reserved: '',
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
    });
  });

  it('is refused where a program has filled in the hidden field', async () => {
    const { form, notices, posted } = openFilled();
    await form.submit('spam');
    assert.deepEqual(notices, [{ kind: 'failed', failure: { key: 'submissionError' } }]);
    assert.equal(posted.length, 0);
  });

  it('is refused sooner than a person can be, and not after that', async () => {
    const { form, notices, posted, later, answer } = createForm({ values: filled });
    form.open(true);
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

  it('that the server refuses shows its fields and its reason', async () => {
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

  it('that is cancelled says so, and keeps what was typed', async () => {
    const { form, notices } = openFilled();
    const submitted = form.submit('');
    await settle();
    form.cancel();
    await submitted;
    assert.deepEqual(notices, [null, { kind: 'cancelled' }]);
    assert.equal(form.values.value.firstName, 'Olha');
  });
});

describe('the topic', () => {
  it('that is chosen empties the form, and takes errors back', () => {
    const { form, notices, later } = openFilled();
    later(10);
    form.select('legal');
    assert.equal(form.topic.value, 'legal');
    assert.equal(form.isBlank(), true);
    assert.equal(form.timestamp.value, openedAt + minFillMs + 10);
    assert.deepEqual(notices, [null]);
  });

  it('that is shown already changes nothing', () => {
    const { form } = openFilled();
    form.select('general');
    assert.equal(form.isBlank(), false);
  });

  it('stays while a message is on its way', async () => {
    const { form, answer } = openFilled();
    const submitted = form.submit('');
    await settle();
    form.select('legal');
    assert.equal(form.topic.value, 'general');
    answer({ status: 200 });
    await submitted;
  });
});

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

describe('the draft', () => {
  it('is saved with every change, without the consent', () => {
    const { form, saved } = openFilled();
    form.change('message', 'Another letter');
    assert.deepEqual(saved, [savedDraft({ message: 'Another letter' })]);
  });

  it('is not overwritten before it was read', () => {
    const { form, saved } = createForm({ draft: savedDraft() });
    form.change('message', '');
    assert.deepEqual(saved, []);
  });

  it('fills in a blank form, and says so', () => {
    const { form, saved } = createForm({ draft: savedDraft() });
    form.open(true);
    assert.equal(form.restored.value, true);
    const { attachment: _, privacyTerms, ...texts } = form.values.value;
    assert.deepEqual(texts, typed);
    assert.equal(privacyTerms, false);
    assert.deepEqual(saved.at(-1), savedDraft());
  });

  it('is no longer called restored after a reset', () => {
    const { form } = createForm({ draft: savedDraft() });
    form.open(true);
    form.reset();
    assert.equal(form.restored.value, false);
  });

  it('brings its topic where the address names none', () => {
    const { form } = createForm({ draft: savedDraft({ topic: 'legal' }) });
    form.open(true);
    assert.equal(form.topic.value, 'legal');
    assert.equal(form.values.value.firstName, 'Olha');
  });

  it('of another topic is left alone where the address names one', () => {
    const { form, saved } = createForm({ draft: savedDraft({ topic: 'legal', file: cv }) });
    form.open(false);
    assert.equal(form.topic.value, 'general');
    assert.equal(form.isBlank(), true);
    assert.equal(form.restored.value, false);
    assert.deepEqual(saved, [], 'the draft is still there');
  });

  it('of the topic that the address names fills in the form', () => {
    const { form } = createForm({ topic: 'legal', draft: savedDraft({ topic: 'legal' }) });
    form.open(false);
    assert.equal(form.values.value.firstName, 'Olha');
  });

  it('gives way to what was typed before the scripts came', () => {
    const { form, saved } = createForm({ values: { firstName: 'Ivan' }, draft: savedDraft() });
    form.open(true);
    assert.equal(form.values.value.firstName, 'Ivan');
    assert.equal(form.values.value.lastName, '');
    assert.equal(form.restored.value, false);
    assert.equal(saved.at(-1)?.firstName, 'Ivan');
  });

  it('gives its file back, also to a form that was typed into', () => {
    for (const values of [undefined, { firstName: 'Ivan' }]) {
      const { form } = createForm({ topic: 'career', values, draft: savedDraft({ topic: 'career', file: cv }) });
      form.open(true);
      assert.equal(form.values.value.attachment, cv);
    }
  });

  it('keeps its file to itself where another topic was typed into', () => {
    const { form } = createForm({ values: { firstName: 'Ivan' }, draft: savedDraft({ topic: 'career', file: cv }) });
    form.open(true);
    assert.equal(form.values.value.attachment, null);
    assert.equal(form.topic.value, 'general');
  });

  it('asks for a file that a reload has taken, again after the next reload', () => {
    const { form, saved } = createForm({ topic: 'career', draft: savedDraft({ topic: 'career', file: true }) });
    form.open(true);
    assert.equal(form.errors.value.attachment, 'attachAgain');
    assert.equal(saved.at(-1)?.file, true);
  });

  it('without a file asks for none', () => {
    const { form, saved } = createForm({ topic: 'career', draft: savedDraft({ topic: 'career' }) });
    form.open(true);
    assert.equal(form.errors.value.attachment, undefined);
    assert.equal(saved.at(-1)?.file, false);
  });

  it('knows the file that is attached', async () => {
    const { form, saved } = openFilled({ topic: 'career' });
    await form.attach(cv);
    assert.equal(saved.at(-1)?.file, cv);
  });

  it('that is not there leaves a blank form blank, and saves nothing', () => {
    const { form, saved } = createForm();
    form.open(true);
    assert.equal(form.restored.value, false);
    assert.deepEqual(saved, []);
    form.change('email', 'o');
    assert.equal(saved.length, 1);
  });
});
