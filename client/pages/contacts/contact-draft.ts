import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { draftKey as key } from '../../startup/draft-key.ts';

/** The unsent message. It never contains the consent, because consent is given for one message only. */
export interface ContactDraft {
  topic: Topic;
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  /** The file itself until the page is reloaded; afterwards only whether there was a file. */
  file: File | boolean;
  /** The random part of the idempotency keys of failed attempts, so that a retry after a reload has the same key. */
  key?: string | undefined;
}

export interface DraftStore {
  read(): ContactDraft | null;
  /** An empty draft is removed. */
  save(draft: ContactDraft): void;
}

const textNames = ['firstName', 'lastName', 'email', 'message'] as const;

/** Parses a stored draft; null for a draft of another version of the site. */
function parseDraft(json: string | null): ContactDraft | null {
  // Only `save` writes it; an earlier version of the site may have had other fields.
  const draft = JSON.parse(json ?? '{}') as Partial<ContactDraft>;
  const isComplete = isTopic(draft.topic) && textNames.every((name) => typeof draft[name] === 'string');
  // The compiler does not see that `every` has checked the fields.
  return isComplete ? (draft as ContactDraft) : null;
}

/**
 * Stores a draft in the session storage, and in memory what that does not take: a file, because storage cannot hold
 * files.
 */
function createTabDraft(): DraftStore {
  let savedFile: File | null = null;
  /** The draft that the storage did not take: it is disabled or full. */
  let unstored: ContactDraft | null = null;

  function clear(): void {
    savedFile = unstored = null;
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Storage is disabled, so there is no draft.
    }
  }

  function read(): ContactDraft | null {
    if (unstored) return unstored;
    try {
      const draft = parseDraft(sessionStorage.getItem(key));
      return draft && { ...draft, file: draft.file && (savedFile ?? true) };
    } catch {
      return null;
    }
  }

  function save(draft: ContactDraft): void {
    const { topic: _, key: __, ...content } = draft;
    if (!Object.values(content).some(Boolean)) return clear();
    savedFile = draft.file instanceof File ? draft.file : null;
    unstored = null;
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...draft, file: Boolean(draft.file) }));
    } catch {
      unstored = draft;
    }
  }

  return { read, save };
}

/** The draft of this browser tab. The server never reads or writes it. */
export const tabDraft = createTabDraft();
