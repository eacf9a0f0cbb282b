import { batch, computed, type Signal } from '@preact/signals-react';
import { minFillMs, type Topic } from '#shared/contact-limits.ts';
import type { DraftStore } from './contact-draft.ts';
import {
  createMessageForm,
  createSignals,
  type ContactOptions,
  type MessageForm,
  type Signals,
} from './message-form.ts';
import { isFilled, type ContactErrors, type ContactValues } from './contact-rules.ts';
import { createFileCheck, type FileCheck } from './file-check.ts';
import { createKeys, type IdempotencyKeys } from '../../forms/idempotency-key.ts';

/** The error of a file that was chosen before a reload: browsers do not keep files. */
const attachAgain = 'attachAgain';
/** The fields about the sender. */
const names = ['firstName', 'lastName', 'email'] as const;

/** Creates the function that saves the values of the form as a draft. */
function createSave({ topic, timestamp }: Signals, keys: IdempotencyKeys, draft: DraftStore) {
  return ({ privacyTerms: _, attachment, ...texts }: ContactValues, errors: ContactErrors): void => {
    // Before `mount` the fields may be empty although a draft exists.
    if (!timestamp.peek()) return;
    const file = attachment ?? errors.attachment === attachAgain;
    draft.save({ topic: topic.peek(), ...texts, file, key: keys.randomPart() });
  };
}

/**
 * Creates the function that restores the draft of the form's topic, or of another one that it may change to, unless the
 * form has a name or an e-mail address; it returns whether it did. A message that is in the form already, such as an
 * estimate that the server has written, is added to the message of the draft.
 */
function createRestore(
  messageForm: MessageForm,
  { topic }: Signals,
  keys: IdempotencyKeys,
  draft: DraftStore,
  save: () => void,
) {
  const { values, change, setError } = messageForm;

  function restoreFile(file: File | boolean): void {
    if (file instanceof File) change('attachment', file);
    else if (file) setError('attachment', attachAgain);
  }

  return (mayChangeTopic: boolean): boolean => {
    const present = values.peek();
    const saved = draft.read();
    // Also where the browser has filled in the fields itself. A key contains a hash of the content: others do not match.
    keys.restore(saved?.key);
    const isBlank = !names.some((name) => present[name]);
    const isFilledIn = isBlank && saved !== null && (mayChangeTopic || saved.topic === topic.peek());
    if (isFilledIn) {
      topic.value = saved.topic;
      for (const name of [...names, 'message'] as const) change(name, saved[name]);
      if (!saved.message.includes(present.message)) change('message', `${saved.message}\n\n${present.message}`.trim());
    }
    // A blank form must not overwrite the draft of another topic.
    if (isBlank && !isFilledIn && (saved || !present.message)) return false;
    if (saved?.topic === topic.peek()) restoreFile(saved.file);
    save();
    return isFilledIn;
  };
}

/**
 * Creates the function that reminds the visitor of a file that was lost, and returns whether it did. It does so once:
 * the next attempt sends the message without the file.
 */
function createReminder(messageForm: MessageForm, refusals: Signal<number>) {
  let wasReminded = false;
  return (): boolean => {
    if (wasReminded || messageForm.errors.peek().attachment !== attachAgain) return false;
    wasReminded = true;
    messageForm.validateAll();
    messageForm.setError('attachment', attachAgain);
    refusals.value += 1;
    return true;
  };
}

/** Creates the functions that attach a file to the message and remove it. */
function createAttachment(messageForm: MessageForm, { check, cancel }: FileCheck, notify: ContactOptions['notify']) {
  const attach = (file: File) =>
    check(file, (problem) => {
      batch(() => {
        messageForm.change('attachment', problem ? null : file);
        messageForm.setError('attachment', problem ?? undefined);
      });
      notify(problem && { kind: 'fileRefused', problem });
    });

  function detach(): void {
    cancel();
    messageForm.change('attachment', null);
  }

  return { attach, detach };
}

/** Begins a new message in the same form. */
function startAnew({ refusals, restored, timestamp }: Signals, now: number): void {
  refusals.value = 0;
  restored.value = false;
  timestamp.value = now;
}

/**
 * The contact form: a form with three topics, a file and a draft. Nothing depends on the browser before `mount`
 * is called.
 */
export function createContactStore(options: ContactOptions) {
  const { draft, notify, now = Date.now } = options;
  const signals = createSignals(options.topic);
  const { topic, timestamp, progress, restored, refusals } = signals;
  const keys = createKeys();
  const saveDraft = createSave(signals, keys, draft);
  const fileCheck = createFileCheck();
  const messageForm = createMessageForm({ ...options, signals, keys, save: saveDraft, ready: fileCheck.ready });
  const save = () => saveDraft(messageForm.values.peek(), messageForm.errors.peek());
  const restore = createRestore(messageForm, signals, keys, draft, save);
  const remindOfFile = createReminder(messageForm, refusals);
  const filled = computed(() => isFilled(messageForm.values.value, topic.value));
  const { attach, detach } = createAttachment(messageForm, fileCheck, notify);

  function clear(): void {
    fileCheck.cancel();
    notify(null);
    batch(() => {
      messageForm.reset();
      startAnew(signals, now());
    });
  }

  function reset(): void {
    clear();
    save();
  }

  /**
   * To be called when the form is on the page; `openedAt` is that moment. A form that was opened before continues
   * unchanged.
   */
  function mount(mayChangeTopic: boolean, openedAt = now()): void {
    if (timestamp.peek() !== 0) return;
    timestamp.value = openedAt;
    restored.value = restore(mayChangeTopic);
  }

  function select(next: Topic): void {
    if (next === topic.peek() || messageForm.sending.peek()) return;
    topic.value = next;
    clear();
    // The stored draft of the earlier topic is kept until something is typed. It is restored when that topic is chosen.
    restored.value = restore(false);
  }

  async function submit(honeypot: string): Promise<void> {
    if (messageForm.sending.peek()) return;
    const refuse = (key: 'submissionError' | 'tooFastError') => notify({ kind: 'failed', failure: { key } });
    if (honeypot !== '') return refuse('submissionError');
    // A clock that was set back after the form was opened would refuse the message until it has caught up.
    if (Math.abs(now() - timestamp.peek()) < minFillMs) return refuse('tooFastError');
    notify(null);
    if (remindOfFile()) return;
    progress.value = 0;
    // Hides the button that discards the draft: discarding would not stop the request.
    restored.value = false;
    const { kind } = await messageForm.submit();
    if (kind === 'sent') {
      startAnew(signals, now());
      save();
      // What was typed meanwhile is the next message, and its form stays.
      if (!messageForm.isBlank()) messageForm.clearResult();
      return notify({ kind });
    }
    const failure = messageForm.submitError.peek();
    if (failure) notify({ kind: 'failed', failure });
    if (messageForm.firstError()) refusals.value += 1;
    // The file for which the message waited was removed.
    else if (!failure) notify({ kind: 'cancelled' });
  }

  return { ...messageForm, ...signals, filled, mount, select, attach, detach, submit, reset };
}

export type ContactStore = ReturnType<typeof createContactStore>;
