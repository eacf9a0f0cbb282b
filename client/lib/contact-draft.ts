import { isTopic, type Topic } from '#shared/contact-limits.ts';

const key = 'contact-draft';

/** What was typed and not sent yet; never the consent. */
export interface ContactDraft {
  topic: Topic;
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  /** The file itself while the page lives; after a reload only that there was one. */
  file: File | boolean | null;
}

export interface DraftStore {
  read(): ContactDraft | null;
  /** An empty draft is none. */
  save(draft: ContactDraft): void;
  clear(): void;
}

function parse(text: string | null): ContactDraft | null {
  const { topic, firstName, lastName, email, message, file } = JSON.parse(text ?? '{}') as Partial<ContactDraft>;
  const texts = { firstName, lastName, email, message } as Omit<ContactDraft, 'topic' | 'file'>;
  if (!isTopic(topic) || !Object.values(texts).every((value) => typeof value === 'string')) return null;
  return { topic, ...texts, file: file === true };
}

/** Storage cannot hold a file, and it need not: the browser's own memory does. */
let kept: File | null = null;

/** The draft of this tab; nothing of it is ever asked for on the server. Where storage is switched off there simply is none. */
export const tabDraft: DraftStore = {
  read() {
    try {
      const draft = parse(sessionStorage.getItem(key));
      return draft && { ...draft, file: draft.file && (kept ?? true) };
    } catch {
      return null;
    }
  },
  save(draft) {
    const { topic: _, ...content } = draft;
    kept = draft.file instanceof File ? draft.file : null;
    try {
      if (!Object.values(content).some(Boolean)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ ...draft, file: Boolean(draft.file) }));
    } catch {
      // storage is switched off or full: what was typed still stands in the form
    }
  },
  clear() {
    kept = null;
    try {
      sessionStorage.removeItem(key);
    } catch {
      // storage is switched off: there was no draft
    }
  },
};
