import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { act, fireEvent, waitFor } from '@testing-library/react';
import type { FailedAnswer } from '#shared/contact-failure.ts';
import { attachmentBytes, honeypotField } from '#shared/contact-limits.ts';
import type { Language } from '#shared/languages.ts';
import { ToastList } from '#client/layout/toast-list.tsx';
import { tabDraft } from '#client/lib/contact-draft.ts';
import type { SendForm } from '#client/lib/send-form.ts';
import { ContactForm } from '#client/pages/contacts/contact-form.tsx';
import english from '../../../locales/en/contacts.json' with { type: 'json' };
import ukrainian from '../../../locales/ua/contacts.json' with { type: 'json' };
import { pdf } from '../../support/contact.ts';
import { renderPart } from '../../support/render-part.tsx';

const texts = { en: english.contactForm, ua: ukrainian.contactForm };
const en = texts.en;
const pdfFile = (bytes = 2000, name = 'cv.pdf') => new File([pdf(bytes)], name, { type: 'application/pdf' });

interface Setting {
  language?: Language;
  send?: SendForm;
}

/** The form on a page that was opened `secondsAgo`, with what a visitor can do to it. */
function openForm(t: TestContext, { language = 'en', send = () => Promise.resolve({ status: 200 }) }: Setting = {}) {
  const words = texts[language];
  let now = 1_700_000_000_000;
  t.mock.method(Date, 'now', () => now);
  const posted: FormData[] = [];
  const recording: SendForm = (path, form, options) => {
    posted.push(form);
    return send(path, form, options);
  };
  const view = renderPart(
    t,
    <>
      <ContactForm send={recording} />
      <ToastList />
    </>,
    { language, path: '/contacts' },
  );
  const later = (ms: number) => {
    now += ms;
  };
  const input = (label: string) => view.getByLabelText(label) as HTMLInputElement;
  const type = (label: string, value: string) =>
    act(() => {
      fireEvent.change(input(label), { target: { value } });
    });
  const button = () =>
    view.getByRole('button', { name: new RegExp(`${words.submit}|${words.sending}`) }) as HTMLButtonElement;
  const fileInput = () => view.container.querySelector<HTMLInputElement>('input[type="file"]');
  const settle = () =>
    act(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    });

  async function fill(changes: Partial<Record<'firstName' | 'lastName' | 'email' | 'message', string>> = {}) {
    const values = {
      firstName: 'Olha',
      lastName: 'Kovalenko',
      email: 'olha@example.com',
      message: 'We need a harbour pilot.',
      ...changes,
    };
    for (const [name, value] of Object.entries(values)) type(words.fields[name as keyof typeof values], value);
    act(() => {
      fireEvent.click(view.getByRole('checkbox'));
    });
    await settle();
  }
  async function choose(file: File) {
    const field = fileInput();
    assert.ok(field, 'there is a field for a file');
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    act(() => {
      fireEvent.change(field);
    });
    await settle();
  }
  async function press() {
    act(() => {
      fireEvent.click(button());
    });
    await settle();
  }
  const tab = (name: keyof typeof words.tabs) => view.getByRole('tab', { name: words.tabs[name] });
  const select = async (name: keyof typeof words.tabs) => {
    act(() => {
      fireEvent.click(tab(name));
    });
    await settle();
  };
  const toast = () => [...view.container.querySelectorAll('.toast p')].map(({ textContent }) => textContent);
  return {
    view,
    words,
    posted,
    later,
    input,
    type,
    button,
    fileInput,
    fill,
    choose,
    press,
    tab,
    select,
    toast,
    settle,
  };
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/contacts');
});

describe('the button of the contact form', () => {
  for (const [title, values, enabled] of [
    ['everything is filled in', {}, true],
    ['a name has one letter', { firstName: 'O' }, false],
    ['a name is spaces', { lastName: '   ' }, false],
    ['the address has no dot', { email: 'olha@example' }, false],
    ['the address has no at sign', { email: 'olha.example' }, false],
    ['the address has both, wherever', { email: 'o.lha@example' }, true],
    ['the message is too short', { message: 'Hello' }, false],
  ] as const) {
    it(`is ${enabled ? 'on' : 'off'} when ${title}`, async (t) => {
      const { fill, button } = openForm(t);
      assert.equal(button().disabled, true);
      await fill(values);
      assert.equal(button().disabled, !enabled);
    });
  }

  it('needs consent', async (t) => {
    const { fill, button, view } = openForm(t);
    await fill();
    act(() => {
      fireEvent.click(view.getByRole('checkbox'));
    });
    assert.equal(button().disabled, true);
  });

  it('needs a file on the career tab, and not on the legal tab', async (t) => {
    const { fill, button, select, choose } = openForm(t);
    await select('career');
    await fill();
    assert.equal(button().disabled, true);
    await choose(pdfFile());
    assert.equal(button().disabled, false);
    await select('legal');
    await fill();
    assert.equal(button().disabled, false);
  });
});

describe('the fields', () => {
  for (const [name, value, key] of [
    ['firstName', 'O', 'firstNameMin'],
    ['lastName', '', 'lastNameMin'],
    ['email', 'olha@example', 'emailInvalid'],
    ['message', 'Hello', 'messageMin'],
  ] as const) {
    for (const language of ['en', 'ua'] as const) {
      it(`say what is wrong with ${name} when it is left, in ${language}`, async (t) => {
        const { input, type, view, words } = openForm(t, { language });
        const field = input(words.fields[name]);
        type(words.fields[name], value);
        assert.equal(field.getAttribute('aria-invalid'), null);
        // The rules come with the first field that is left.
        fireEvent.blur(field);
        await waitFor(() => assert.equal(field.getAttribute('aria-invalid'), 'true'));
        const described = view.container.querySelector(`#${field.getAttribute('aria-describedby')}`);
        assert.equal(described?.textContent, words.validation[key]);
      });
    }
  }

  it('take an error back as soon as it is mended', (t) => {
    const { input, type } = openForm(t);
    act(() => {
      fireEvent.blur(input(en.fields.email));
    });
    type(en.fields.email, 'olha@example.com');
    assert.equal(input(en.fields.email).getAttribute('aria-invalid'), null);
  });

  it('are summed up, with the focus, when the form is sent with an error', async (t) => {
    const { fill, press, later, view, posted } = openForm(t);
    await fill({ email: 'o.lha@example' });
    later(4000);
    await press();

    assert.deepEqual(posted, []);
    const summary = view.getByRole('group', { name: en.errorSummary });
    assert.equal(document.activeElement, summary);
    const link = view.getByRole('link', { name: en.validation.emailInvalid });
    act(() => {
      fireEvent.click(link);
    });
    assert.equal(document.activeElement, view.getByLabelText(en.fields.email));
  });
});

describe('the file', () => {
  for (const [title, file, key] of [
    ['of another type', new File(['%PDF-1.7'], 'cv.txt', { type: 'text/plain' }), 'fileType'],
    ['that only says it is a PDF', new File(['MZ, a program'], 'cv.pdf', { type: 'application/pdf' }), 'fileType'],
    ['that is empty', new File([], 'cv.pdf', { type: 'application/pdf' }), 'fileEmpty'],
    ['of one byte too many', pdfFile(attachmentBytes + 1), 'fileSize'],
  ] as const) {
    it(`${title} is refused with a toast`, async (t) => {
      const { select, choose, toast, view } = openForm(t);
      await select('career');
      await choose(file);
      assert.deepEqual(toast(), [en.errorTitle, en.errors[key]]);
      assert.equal(view.queryByText(file.name), null);
    });
  }

  it('of exactly 10 MB is taken, named with its size, and can be removed', async (t) => {
    const { select, choose, toast, view, fileInput } = openForm(t);
    await select('career');
    await choose(pdfFile(attachmentBytes, 'my cv.pdf'));
    assert.deepEqual(toast(), []);
    assert.ok(view.getByText('10 MB'));
    act(() => {
      fireEvent.click(view.getByRole('button', { name: 'Remove the file my cv.pdf' }));
    });
    assert.equal(view.queryByText('my cv.pdf'), null);
    assert.equal(fileInput()?.value, '');
  });

  it('can be dropped', async (t) => {
    const { select, view, settle } = openForm(t);
    await select('legal');
    const zone = view.container.querySelector('.drop-file');
    assert.ok(zone);
    act(() => {
      fireEvent.drop(zone, { dataTransfer: { files: [pdfFile(2000, 'contract.pdf')] } });
    });
    await settle();
    assert.ok(view.getByText('contract.pdf'));
  });

  it('that cannot be read is a toast', async (t) => {
    const { select, choose, toast } = openForm(t);
    const file = pdfFile();
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    await select('career');
    await choose(file);
    assert.deepEqual(toast(), [en.errorTitle, en.errors.attachment]);
  });

  it('that is gone when it is sent is a toast', async (t) => {
    const { select, choose, fill, later, press, toast, posted } = openForm(t);
    const file = pdfFile();
    await select('career');
    await choose(file);
    await fill();
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    later(4000);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.attachment]);
    assert.deepEqual(posted, []);
  });
});

describe('a tab', () => {
  it('empties the form and lets the file go', async (t) => {
    const { select, fill, choose, input, view, tab, fileInput, button } = openForm(t);
    await select('career');
    await fill();
    await choose(pdfFile());
    await select('legal');

    assert.equal(tab('legal').getAttribute('aria-selected'), 'true');
    assert.equal(input(en.fields.firstName).value, '');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(button().disabled, true);
    await select('general');
    assert.equal(fileInput(), null);
  });

  it('is reached by arrow keys, Home and End', async (t) => {
    const { tab } = openForm(t);
    act(() => tab('general').focus());
    for (const [key, name] of [
      ['ArrowRight', 'career'],
      ['End', 'legal'],
      ['ArrowRight', 'general'],
      ['ArrowLeft', 'legal'],
      ['Home', 'general'],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      // A tab's own part of the form may still have to come.
      await waitFor(() => assert.ok(document.activeElement === tab(name), key));
      assert.equal(tab(name).getAttribute('aria-selected'), 'true');
      assert.equal(tab(name).tabIndex, 0);
    }
  });
});

describe('sending', () => {
  it('posts the fields, shows that it is busy, then thanks and empties the form', async (t) => {
    let finish: (answer: FailedAnswer) => void = () => undefined;
    const { fill, choose, select, later, press, button, posted, settle, toast, input, view, fileInput } = openForm(t, {
      send: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await select('career');
    await fill();
    await choose(pdfFile());
    later(4000);
    await press();

    assert.equal(button().disabled, true);
    assert.equal(button().textContent, en.sending);
    assert.equal(posted.length, 1);
    const [form] = posted as [FormData];
    assert.deepEqual(
      ['topic', 'firstName', 'lastName', 'email', 'message', 'privacyTerms', honeypotField, 'timestamp'].map((name) =>
        form.get(name),
      ),
      ['career', 'Olha', 'Kovalenko', 'olha@example.com', 'We need a harbour pilot.', 'true', '', '1700000000000'],
    );
    assert.equal((form.get('attachment') as File).name, 'cv.pdf');

    finish({ status: 200 });
    await settle();
    assert.deepEqual(toast(), [en.successTitle, en.success]);
    assert.equal(input(en.fields.message).value, '');
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(fileInput()?.value, '');
    assert.equal(view.container.querySelector<HTMLInputElement>('input[name="timestamp"]')?.value, '1700000004000');
  });

  it('leaves the file out when there is none', async (t) => {
    const { fill, later, press, posted } = openForm(t);
    await fill();
    later(4000);
    await press();
    assert.equal(posted[0]?.has('attachment'), false);
  });

  it('is blocked within 3000 ms', async (t) => {
    const { fill, later, press, posted, toast, input } = openForm(t);
    await fill();
    later(2999);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.tooFastError]);
    assert.deepEqual(posted, []);
    assert.equal(input(en.fields.firstName).value, 'Olha');
    later(1);
    await press();
    assert.equal(posted.length, 1);
  });

  it('is blocked when the honeypot is filled, also by a script that fires no event', async (t) => {
    const { fill, later, press, posted, toast, view, input } = openForm(t);
    await fill();
    later(4000);
    const trap = view.container.querySelector<HTMLInputElement>(`input[name="${honeypotField}"]`);
    assert.ok(trap);
    trap.value = 'http://spam.example';
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.submissionError]);
    assert.deepEqual(posted, []);
    assert.equal(input(en.fields.firstName).value, 'Olha');
  });

  it('can be cancelled, and everything is kept', async (t) => {
    const { fill, later, press, toast, input, view, button, settle } = openForm(t, {
      send: (_path, _form, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        }),
    });
    await fill();
    later(4000);
    await press();
    act(() => {
      fireEvent.click(view.getByRole('button', { name: en.cancel }));
    });
    await settle();
    assert.deepEqual(toast(), [en.cancelled]);
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal(button().disabled, false);
  });

  it('shows how much of a file has left', async (t) => {
    const { fill, choose, select, later, press, view } = openForm(t, {
      send: (_path, _form, { onProgress }) =>
        new Promise(() => {
          onProgress(0.42);
        }),
    });
    await select('legal');
    await fill();
    await choose(pdfFile());
    later(4000);
    await press();
    assert.equal(view.getByRole('progressbar').getAttribute('value'), '42');
    assert.ok(view.getByText('42% sent'));
  });
});

describe('a failure', () => {
  const rows: [title: string, answer: FailedAnswer, message: Record<Language, string>][] = [
    ['400 with a text', { status: 400, error: 'Blocked sender' }, { en: 'Blocked sender', ua: 'Blocked sender' }],
    [
      '400 without one',
      { status: 400 },
      { en: 'Invalid form data. Please check your input.', ua: texts.ua.errors.invalidData },
    ],
    [
      '500',
      { status: 500, error: 'stack' },
      { en: 'Server error. Please try again later.', ua: texts.ua.errors.server },
    ],
    ['418 with a text', { status: 418, error: 'I am a teapot' }, { en: 'I am a teapot', ua: 'I am a teapot' }],
    ['418 without one', { status: 418 }, { en: 'Failed to send message.', ua: texts.ua.errors.failed }],
    [
      'no response',
      { status: 0 },
      { en: 'Network error. Please check your connection and try again.', ua: texts.ua.errors.network },
    ],
    [
      'a silent backend',
      { status: 504, error: 'backendSilent' },
      { en: 'Network error. Please check your connection and try again.', ua: texts.ua.errors.network },
    ],
    ['too many posts', { status: 429, error: 'tooMany' }, { en: texts.en.errors.tooMany, ua: texts.ua.errors.tooMany }],
    [
      'a file that the edge found too large',
      { status: 413, error: 'fileSize', errors: { attachment: 'fileSize' } },
      { en: texts.en.errors.fileSize, ua: texts.ua.errors.fileSize },
    ],
  ];
  for (const language of ['en', 'ua'] as const) {
    for (const [title, answer, message] of rows) {
      it(`of ${title} is a toast, and the text is kept, in ${language}`, async (t) => {
        const { fill, later, press, toast, input, button, words } = openForm(t, {
          language,
          send: () => Promise.resolve(answer),
        });
        await fill();
        later(4000);
        await press();
        assert.deepEqual(toast(), [words.errorTitle, message[language]]);
        assert.equal(input(words.fields.message).value, 'We need a harbour pilot.');
        assert.equal(button().disabled, false);
      });
    }
  }

  it('of any other kind is a toast', async (t) => {
    const { fill, later, press, toast, input } = openForm(t, { send: () => Promise.reject(new Error('strange')) });
    await fill();
    later(4000);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.sendError]);
    assert.equal(input(en.fields.firstName).value, 'Olha');
  });

  it('that names fields shows them beside the fields too', async (t) => {
    const { fill, later, press, toast, view } = openForm(t, {
      send: () =>
        Promise.resolve({
          status: 400,
          error: 'emailInvalid',
          errors: { email: 'emailInvalid', honeypot: 'botDetected' },
        }),
    });
    await fill();
    later(4000);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.invalidData]);
    assert.equal(view.getByLabelText(en.fields.email).getAttribute('aria-invalid'), 'true');
    assert.equal(document.activeElement, view.getByRole('group', { name: en.errorSummary }));
  });
});

describe('an old error', () => {
  const textFile = () => new File(['%PDF-1.7'], 'cv.txt', { type: 'text/plain' });

  it('is said once, however often the same file is chosen', async (t) => {
    const { select, choose, toast } = openForm(t);
    await select('career');
    for (let times = 0; times < 3; times += 1) await choose(textFile());
    assert.deepEqual(toast(), [en.errorTitle, en.errors.fileType]);
  });

  it('goes when another file is taken, and when another tab is chosen', async (t) => {
    const { select, choose, toast } = openForm(t);
    await select('career');
    await choose(textFile());
    await choose(pdfFile());
    assert.deepEqual(toast(), []);
    await choose(textFile());
    await select('legal');
    assert.deepEqual(toast(), []);
  });

  it('gives way to success', async (t) => {
    const answers: FailedAnswer[] = [{ status: 500 }, { status: 200 }];
    const { fill, later, press, toast } = openForm(t, { send: async () => answers.shift() as FailedAnswer });
    await fill();
    later(4000);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.server]);
    await press();
    assert.deepEqual(toast(), [en.successTitle, en.success]);
  });

  it('goes with the next attempt, while nothing has come back', async (t) => {
    const answers: Promise<FailedAnswer>[] = [Promise.resolve({ status: 500 }), new Promise(() => undefined)];
    const { fill, later, press, toast } = openForm(t, { send: () => answers.shift() as Promise<FailedAnswer> });
    await fill();
    later(4000);
    await press();
    await press();
    assert.deepEqual(toast(), []);
  });
});

describe('the focus', () => {
  it('is on the form after a message was sent by its button', async (t) => {
    const { fill, later, press, button, view } = openForm(t);
    await fill();
    later(4000);
    act(() => button().focus());
    await press();
    assert.equal(button().disabled, true);
    assert.ok(document.activeElement === view.getByRole('tabpanel'));
  });
});

describe('a draft', () => {
  /** Writes on a tab, and leaves the page. */
  async function writeAndLeave(t: TestContext, topic: 'career' | 'legal') {
    const { view, select, fill, choose } = openForm(t);
    await select(topic);
    await fill();
    await choose(pdfFile());
    view.unmount();
    t.mock.restoreAll();
    history.replaceState(null, '', '/contacts');
  }

  it('comes back after the page was left, with the file and without consent, and can be discarded', async (t) => {
    await writeAndLeave(t, 'career');
    const { view, input, tab } = openForm(t);
    assert.equal(tab('career').getAttribute('aria-selected'), 'true');
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
    assert.ok(view.getByText('cv.pdf'));
    const discard = view.getByRole('button', { name: en.discard });
    discard.focus();
    act(() => {
      fireEvent.click(discard);
    });
    assert.equal(input(en.fields.message).value, '');
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(sessionStorage.length, 0);
    assert.equal(document.activeElement, view.getByRole('tabpanel'));
  });

  it('is sent with the file that came back', async (t) => {
    await writeAndLeave(t, 'legal');
    const { view, later, press, posted } = openForm(t);
    act(() => {
      fireEvent.click(view.getByRole('checkbox'));
    });
    later(4000);
    await press();
    assert.equal((posted[0]?.get('attachment') as File | undefined)?.name, 'cv.pdf');
  });

  it('says that the file has to be chosen again when only the words could be kept', async (t) => {
    await writeAndLeave(t, 'legal');
    // A reload leaves the browser its storage and nothing else.
    const stored = Object.entries(sessionStorage as unknown as Record<string, string>);
    tabDraft.clear();
    for (const [key, value] of stored) sessionStorage.setItem(key, value);

    const { view, type, choose } = openForm(t);
    assert.ok(view.getByText(en.validation.attachAgain));
    type(en.fields.lastName, 'Shevchenko');
    assert.equal(tabDraft.read()?.file, true);
    await choose(pdfFile());
    assert.equal(view.queryByText(en.validation.attachAgain), null);
  });

  it('is gone once the message is sent', async (t) => {
    const { fill, later, press } = openForm(t);
    await fill();
    assert.equal(sessionStorage.length, 1);
    later(4000);
    await press();
    assert.equal(sessionStorage.length, 0);
  });
});
