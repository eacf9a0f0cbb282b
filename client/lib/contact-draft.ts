import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { draftKey as key } from './draft-key.ts';

/** The message that is not sent yet. It never contains the consent, which is given for one message. */
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

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns null for a draft of another version of the site. */
function parse(json: string | null): ContactDraft | null {
  // Each value is checked before it is used.
  const { topic, firstName, lastName, email, message, file } = JSON.parse(json ?? '{}') as Partial<
    Record<keyof ContactDraft, unknown>
  >;
  if (!isTopic(topic) || !isText(firstName) || !isText(lastName) || !isText(email) || !isText(message)) return null;
  return { topic, firstName, lastName, email, message, file: file === true };
}

/** Stores a draft in the session storage, and its file in memory, because storage cannot hold files. */
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
