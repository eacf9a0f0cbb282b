import { signal } from '@preact/signals-react';
import type { Topic } from '#shared/contact-limits.ts';
import type { DraftStore } from './contact-draft.ts';
import { sendForm, type SendForm } from './send-form.ts';
import { postMessage, type ContactContent } from './post-message.ts';
import {
  contactFields,
  emptyMessage,
  findErrors,
  type ContactErrors,
  type ContactFailure,
  type ContactValues,
  type FileProblem,
} from './contact-rules.ts';
import { createForm } from '../../forms/form.ts';
import type { IdempotencyKeys } from '../../forms/idempotency-key.ts';

/** A message beside the form. */
export type ContactNotice =
  | { kind: 'sent' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; failure: ContactFailure }
  | { kind: 'fileRefused'; problem: FileProblem };

export interface ContactOptions {
  topic: Topic;
  values?: Partial<ContactValues>;
  errors?: ContactErrors;
  draft: DraftStore;
  send?: SendForm;
  /** Shows a message; null removes the current error. */
  notify(notice: ContactNotice | null): void;
  now?: () => number;
}

/** The state of the form beside its fields. */
export function createSignals(topic: Topic) {
  return {
    topic: signal(topic),
    /** When the form was opened or reset, in milliseconds since 1970; 0 before hydration. */
    timestamp: signal(0),
    /** The share of the message that has been sent, from 0 to 1. */
    progress: signal(0),
    /** Whether the fields were filled in from a draft. */
    restored: signal(false),
    /** The number of attempts that ended with errors of fields. */
    refusals: signal(0),
  };
}

export type Signals = ReturnType<typeof createSignals>;

interface MessageFormOptions extends Pick<ContactOptions, 'values' | 'errors' | 'send'> {
  signals: Signals;
  keys: IdempotencyKeys;
  /** Saves the values as a draft. */
  save(values: ContactValues, errors: ContactErrors): void;
  /** Resolves when no file is being read, with false if the message is not to be sent. */
  ready(): Promise<boolean>;
}

/** The fields, their rules and the call that sends them. */
export function createMessageForm({ signals, values, errors, send = sendForm, keys, save, ready }: MessageFormOptions) {
  const { topic, timestamp, progress } = signals;
  return createForm<ContactValues, string, Omit<ContactContent, 'timestamp'>, ContactFailure, null>({
    names: contactFields,
    initial: { ...emptyMessage, ...values },
    empty: emptyMessage,
    errors,
    validateOnChange: true,
    validate: (current) => findErrors(topic.peek(), current),
    // Reading a file from cloud storage can take seconds. The message is sent after that, so that it contains the file.
    ready,
    toContent: (current) => ({ topic: topic.peek(), ...current }),
    send: (content, options) => {
      // After a reload the draft gives a retry the same idempotency key.
      save(content, {});
      const onProgress = (share: number) => {
        progress.value = share;
      };
      return postMessage({ ...content, timestamp: timestamp.peek() }, { ...options, onProgress }, send);
    },
    unexpected: () => ({ key: 'sendError' }),
    onChange: save,
    keys,
  });
}

export type MessageForm = ReturnType<typeof createMessageForm>;
