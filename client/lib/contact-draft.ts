import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { draftKey as key } from './draft-key.ts';

/** What was typed and not sent yet. Consent is never part of it: it is given for one message. */
export interface ContactDraft {
  topic: Topic;
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  /** The file itself as long as the page is not reloaded; afterwards only whether there was one. */
  file: File | boolean;
}

export interface DraftStore {
  read(): ContactDraft | null;
  /** An empty draft is removed. */
  save(draft: ContactDraft): void;
  clear(): void;
}

function parse(json: string | null): ContactDraft | null {
  const { topic, firstName, lastName, email, message, file } = JSON.parse(json ?? '{}') as Partial<ContactDraft>;
  const texts = { firstName, lastName, email, message } as Omit<ContactDraft, 'topic' | 'file'>;
  if (!isTopic(topic) || !Object.values(texts).every((value) => typeof value === 'string')) return null;
  return { topic, ...texts, file: file === true };
}

/** Keeps a draft in the session storage, and its file in memory, because storage cannot hold files. */
function createTabDraft(): DraftStore {
  let savedFile: File | null = null;

  function clear(): void {
    savedFile = null;
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Storage is switched off, so there is no draft.
    }
  }

  function read(): ContactDraft | null {
    try {
      const draft = parse(sessionStorage.getItem(key));
      return draft && { ...draft, file: draft.file && (savedFile ?? true) };
    } catch {
      return null;
    }
  }

  function save(draft: ContactDraft): void {
    const { topic: _, ...content } = draft;
    if (!Object.values(content).some(Boolean)) return clear();
    savedFile = draft.file instanceof File ? draft.file : null;
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...draft, file: Boolean(draft.file) }));
    } catch {
      // Storage is switched off or full. The form itself still has what was typed.
    }
  }

  return { read, save, clear };
}

/** The draft of this browser tab. The server never reads or writes it. */
export const tabDraft = createTabDraft();
