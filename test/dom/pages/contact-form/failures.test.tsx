import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { PostAnswer } from '#shared/api.ts';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('a failure', () => {
  const rows: [title: string, answer: PostAnswer, message: string][] = [
    ['400 with a text', { status: 400, error: 'Blocked sender' }, 'Blocked sender'],
    ['400 without one', { status: 400 }, 'Invalid form data. Please check your input.'],
    ['500', { status: 500, error: 'stack' }, 'Server error. Please try again later.'],
    ['418 with a text', { status: 418, error: 'I am a teapot' }, 'I am a teapot'],
    ['418 without one', { status: 418 }, 'Failed to send message.'],
    ['no response', { status: 0 }, 'Network error. Please check your connection and try again.'],
    [
      'a silent backend',
      { status: 504, error: 'backendSilent' },
      'Network error. Please check your connection and try again.',
    ],
    ['too many posts', { status: 429, error: 'tooMany' }, en.errors.tooMany],
    [
      'a file that the edge found too large',
      { status: 413, error: 'fileSize', errors: { attachment: 'fileSize' } },
      en.errors.fileSize,
    ],
  ];
  for (const [title, answer, message] of rows) {
    it(`of ${title} is a toast, and the text stays`, async (t) => {
      const { fillAndSend, toast, input, button } = openForm(t, { send: () => Promise.resolve(answer) });
      await fillAndSend();
      assert.deepEqual(toast(), [en.errorTitle, message]);
      assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
      assert.equal(button().disabled, false);
    });
  }

  it('is shown in the language of the page', async (t) => {
    const { fillAndSend, toast } = openForm(t, { language: 'ua', send: () => Promise.resolve({ status: 400 }) });
    await fillAndSend();
    assert.deepEqual(toast(), [texts.ua.errorTitle, texts.ua.errors.invalidData]);
  });

  it('of any other kind is a toast', async (t) => {
    const send = () => Promise.reject(new Error('strange'));
    const { fillAndSend, toast, input, view } = openForm(t, { send });
    await fillAndSend();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.sendError]);
    assert.equal(view.container.querySelector('#contact-failed')?.textContent, en.errorTitle, 'also beside the button');
    assert.equal(input(en.fields.firstName).value, 'Olha');
  });

  it('that concerns fields is also shown beside the fields', async (t) => {
    const { fillAndSend, toast, view } = openForm(t, {
      send: () =>
        Promise.resolve({
          status: 400,
          error: 'emailInvalid',
          errors: { email: 'emailInvalid', honeypot: 'botDetected' },
        }),
    });
    await fillAndSend();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.invalidData]);
    assert.equal(view.getByLabelText(en.fields.email).getAttribute('aria-invalid'), 'true');
    assert.equal(document.activeElement, view.getByRole('group', { name: en.errorSummary }));
  });
});

describe('the language of a failure', () => {
  for (const [language, error, lang] of [
    ['ua', 'Blocked sender', 'en'],
    ['ua', 'Відправника заблоковано', null],
    ['en', 'Blocked sender', null],
  ] as const) {
    it(`is ${lang ?? 'the page’s'} for “${error}” on a page in ${language}`, async (t) => {
      const { fillAndSend, view } = openForm(t, {
        language,
        send: () => Promise.resolve({ status: 400, error }),
      });
      await fillAndSend();
      assert.equal(view.getByText(error).getAttribute('lang'), lang);
    });
  }
});

describe('an old error', () => {
  const textFile = () => new File(['%PDF-1.7'], 'cv.txt', { type: 'text/plain' });

  it('is shown once, however often the same file is chosen', async (t) => {
    const { select, choose, toast } = openForm(t);
    await select('career');
    for (let times = 0; times < 3; times += 1) await choose(textFile());
    assert.deepEqual(toast(), [en.fileRefusedTitle, en.errors.fileType]);
  });

  it('disappears when another file or another tab is chosen', async (t) => {
    const { select, choose, toast } = openForm(t);
    await select('career');
    await choose(textFile());
    await choose(pdfFile());
    assert.deepEqual(toast(), []);
    await choose(textFile());
    await select('legal');
    assert.deepEqual(toast(), []);
  });

  it('disappears with the next attempt, before the response', async (t) => {
    const answers: Promise<PostAnswer>[] = [Promise.resolve({ status: 500 }), new Promise(() => undefined)];
    const { fillAndSend, press, toast } = openForm(t, { send: () => answers.shift() as Promise<PostAnswer> });
    await fillAndSend();
    await press();
    assert.deepEqual(toast(), []);
  });
});
