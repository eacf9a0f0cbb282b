import { batch, computed, signal, type Signal } from '@preact/signals-react';
import { minFillMs, type Topic } from '#shared/contact-limits.ts';
import type { DraftStore } from './contact-draft.ts';
import { sendForm, type SendForm } from './send-form.ts';
import { postMessage, type ContactContent } from './post-message.ts';
import {
  contactFields,
  emptyMessage,
  findErrors,
  findFileProblem,
  isFilled,
  type ContactErrors,
  type ContactFailure,
  type ContactValues,
  type FileProblem,
} from './contact-rules.ts';
import { createForm } from '../../forms/form.ts';
import { createKeys, type IdempotencyKeys } from '../../forms/idempotency-key.ts';

/** A message beside the form. */
export type ContactNotice =
  | { kind: 'sent' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; failure: ContactFailure }
  | { kind: 'fileRefused'; problem: FileProblem };

interface Options {
  topic: Topic;
  values?: Partial<ContactValues>;
  errors?: ContactErrors;
  draft: DraftStore;
  send?: SendForm;
  /** Shows a message; null removes the current error. */
  notify(notice: ContactNotice | null): void;
  now?: () => number;
}

/** The error of a file that was chosen before a reload: browsers do not keep files. */
const attachAgain = 'attachAgain';

/** The state of the form beside its fields. */
function createSignals(topic: Topic) {
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

type Signals = ReturnType<typeof createSignals>;

function createMessage(
  { topic, timestamp, progress }: Signals,
  { values, errors, send = sendForm }: Options,
  keys: IdempotencyKeys,
  save: () => void,
  pendingCheck: () => Promise<boolean>,
) {
  return createForm<ContactValues, string, Omit<ContactContent, 'timestamp'>, ContactFailure, null>({
    names: contactFields,
    initial: { ...emptyMessage, ...values },
    empty: emptyMessage,
    errors,
    validateOnChange: true,
    validate: (current) => findErrors(topic.peek(), current),
    // Reading a file from cloud storage can take seconds. The message is sent after that, so that it contains the file.
    ready: pendingCheck,
    toContent: (current) => ({ topic: topic.peek(), ...current }),
    send: (content, options) => {
      // After a reload the draft gives a retry the same idempotency key.
      save();
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

type Message = ReturnType<typeof createMessage>;

/** Chooses and removes the file. */
function createAttachment(message: Message, notify: Options['notify']) {
  let choices = 0;
  /** A promise of whether the last chosen file was attached; null while no file is being read. */
  let checked: Promise<boolean> | null = null;
  let resolveChecked = (_isAttached: boolean) => {};

  function endCheck(isAttached: boolean): void {
    resolveChecked(isAttached);
    checked = null;
  }

  async function attach(file: File): Promise<void> {
    choices += 1;
    const choice = choices;
    checked ??= new Promise((resolve) => {
      resolveChecked = resolve;
    });
    const problem = await findFileProblem(file);
    // While this file was being read, another file was chosen or the form was reset.
    if (choice !== choices) return;
    batch(() => {
      message.change('attachment', problem ? null : file);
      message.setError('attachment', problem ?? undefined);
    });
    notify(problem && { kind: 'fileRefused', problem });
    endCheck(!problem);
  }

  /** Ignores a file that is still being read. */
  function cancelChoice(): void {
    choices += 1;
    endCheck(false);
  }

  function detach(): void {
    cancelChoice();
    message.change('attachment', null);
  }

  return {
    attach,
    detach,
    cancelChoice,
    isReading: () => checked !== null,
    pendingCheck: async () => (await checked) !== false,
  };
}

/** Saves the values of the form as a draft, and restores them. */
function createDraftOf(topic: Signal<Topic>, message: () => Message, keys: IdempotencyKeys, draft: DraftStore) {
  let isMounted = false;

  function save(): void {
    // Before `restore` the fields may be empty although a draft exists.
    if (!isMounted) return;
    const { values, errors } = message();
    const { privacyTerms: _, attachment, ...texts } = values.peek();
    const file = attachment ?? errors.peek().attachment === attachAgain;
    const key = keys.randomPart();
    draft.save({ topic: topic.peek(), ...texts, file, ...(key && { key }) });
  }

  /** Restores the draft when the form is blank; returns whether it did. */
  function restore(isBlank: boolean, mayChangeTopic: boolean): boolean {
    const { change, setError } = message();
    const saved = draft.read();
    const fits = isBlank && saved !== null && (saved.topic === topic.peek() || mayChangeTopic);
    if (fits) {
      keys.restore(saved.key);
      topic.value = saved.topic;
      for (const name of ['firstName', 'lastName', 'email', 'message'] as const) change(name, saved[name]);
    }
    if (saved?.topic === topic.peek() && (fits || !isBlank)) {
      if (saved.file instanceof File) change('attachment', saved.file);
      else if (saved.file) setError('attachment', attachAgain);
    }
    isMounted = true;
    if (fits || !isBlank) save();
    return fits;
  }

  return { save, restore };
}

/**
 * The contact form: a form with three topics, a file and a draft. Nothing depends on the browser before `mount`
 * is called.
 */
export function createContactStore(options: Options) {
  const { notify, now = Date.now } = options;
  const signals = createSignals(options.topic);
  const { topic, timestamp, progress, restored, refusals } = signals;
  const keys = createKeys();
  const drafts = createDraftOf(topic, () => message, keys, options.draft);
  const message: Message = createMessage(signals, options, keys, drafts.save, () => pendingCheck());
  const { attach, detach, cancelChoice, isReading, pendingCheck } = createAttachment(message, notify);
  const filled = computed(() => isFilled(message.values.value, topic.value));
  const isBlank = () => !Object.values(message.values.peek()).some(Boolean);

  function startAnew(): void {
    restored.value = false;
    timestamp.value = now();
    drafts.save();
  }

  function reset(): void {
    cancelChoice();
    notify(null);
    batch(() => {
      message.reset();
      startAnew();
    });
  }

  /**
   * To be called when the form is on the page; `openedAt` is that moment. A form that was opened before continues
   * unchanged.
   */
  function mount(mayChangeTopic: boolean, openedAt = now()): void {
    if (timestamp.peek() !== 0) return;
    timestamp.value = openedAt;
    restored.value = drafts.restore(isBlank(), mayChangeTopic);
  }

  function select(next: Topic): void {
    if (next === topic.peek() || message.sending.peek()) return;
    topic.value = next;
    reset();
  }

  async function submit(honeypot: string): Promise<void> {
    if (message.sending.peek()) return;
    const refuse = (key: 'submissionError' | 'tooFastError') => notify({ kind: 'failed', failure: { key } });
    if (honeypot !== '') return refuse('submissionError');
    // A clock that was set back after the form was opened would refuse the message until it has caught up.
    if (Math.abs(now() - timestamp.peek()) < minFillMs) return refuse('tooFastError');
    notify(null);
    progress.value = 0;
    const { kind } = await message.submit();
    if (kind === 'sent') startAnew();
    else if (message.firstError()) refusals.value += 1;
    const failure = message.submitError.peek();
    if (failure) notify({ kind: 'failed', failure });
    else if (kind === 'sent' || kind === 'cancelled') notify({ kind });
  }

  /** Whether a message is being sent, or its file is being read. */
  const isBusy = () => message.sending.peek() || isReading();

  return { ...message, ...signals, filled, mount, select, attach, detach, submit, reset, isBlank, isBusy };
}

export type ContactStore = ReturnType<typeof createContactStore>;
