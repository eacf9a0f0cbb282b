import type { PostAnswer } from '#shared/api.ts';
import { minFillMs, type Topic } from '#shared/contact-limits.ts';
import type { ContactDraft } from '#client/pages/contacts/contact-draft.ts';
import type { ContactNotice } from '#client/pages/contacts/message-form.ts';
import { createContactStore } from '#client/pages/contacts/contact-store.ts';
import type { ContactValues } from '#client/pages/contacts/contact-rules.ts';
import { pdf } from './contact.ts';
import './reported-errors.ts';

export const openedAt = 1_700_000_000_000;
export const typed = {
  firstName: 'Olha',
  lastName: 'Kovalenko',
  email: 'olha@example.com',
  message: 'We need a harbour pilot.',
};
export const filled = { ...typed, privacyTerms: true };
export const cv = new File([pdf()], 'cv.pdf', { type: 'application/pdf' });
export const picture = new File(['PNG'], 'me.png', { type: 'image/png' });
export const savedDraft = (changes: Partial<ContactDraft> = {}): ContactDraft => ({
  topic: 'general',
  ...typed,
  file: false,
  key: undefined,
  ...changes,
});

interface Start {
  topic?: Topic;
  values?: Partial<ContactValues>;
  draft?: ContactDraft | null;
}

/** A form that was not opened yet, whose sending the test answers. */
export function createForm({ topic = 'general', values, draft = null }: Start = {}) {
  const clock = { now: openedAt };
  const notices: (ContactNotice | null)[] = [];
  const saved: ContactDraft[] = [];
  const posted: { form: FormData; key: string; onProgress(share: number): void }[] = [];
  let answer = (_: PostAnswer) => {};
  let fail = (_: Error) => {};
  const form = createContactStore({
    topic,
    values,
    draft: { read: () => draft, save: (next) => saved.push(next) },
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
    answer: (result: PostAnswer) => answer(result),
    fail: () => fail(new Error('broken')),
    later: (ms: number) => (clock.now += ms),
  };
}

/** A form that is filled in and was opened long enough ago to be sent. */
export function openFilled(start: Start = {}) {
  const tools = createForm({ values: filled, ...start });
  tools.form.mount(true);
  tools.later(minFillMs);
  tools.saved.length = 0;
  return tools;
}
