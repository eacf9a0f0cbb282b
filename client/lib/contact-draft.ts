import { isTopic, type Topic } from '#shared/contact-limits.ts';

const key = 'contact-draft';

/** What was typed and not sent yet; never the file, never the consent. */
export interface ContactDraft {
  topic: Topic;
  firstName: string;
  lastName: string;
  email: string;
  message: string;
}

export interface DraftStore {
  read(): ContactDraft | null;
  /** An empty draft is none. */
  save(draft: ContactDraft): void;
  clear(): void;
}

function parse(text: string | null): ContactDraft | null {
  const { topic, firstName, lastName, email, message } = JSON.parse(text ?? '{}') as Partial<ContactDraft>;
  const texts = [firstName, lastName, email, message];
  if (!isTopic(topic) || !texts.every((value) => typeof value === 'string')) return null;
  const [first = '', last = '', address = '', body = ''] = texts;
  return { topic, firstName: first, lastName: last, email: address, message: body };
}

/** The draft of this tab. Where storage is switched off there simply is none. */
export const tabDraft: DraftStore = {
  read() {
    try {
      return parse(sessionStorage.getItem(key));
    } catch {
      return null;
    }
  },
  save(draft) {
    const { topic: _, ...texts } = draft;
    try {
      if (Object.values(texts).every((text) => text === '')) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // storage is switched off or full: what was typed still stands in the form
    }
  },
  clear() {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // storage is switched off: there was no draft
    }
  },
};
