import { batch, computed, signal } from '@preact/signals-react';
import type { ContactFailureKey } from '#shared/contact-failure.ts';
import { attachmentOf, leastFillMs, leastMessage, leastName, type Topic } from '#shared/contact-limits.ts';
import type { ContactDraft, DraftStore } from '../lib/contact-draft.ts';
import type { SendForm } from '../lib/send-form.ts';

export interface ContactValues {
  firstName: string;
  lastName: string;
  email: string;
  message: string;
  privacyTerms: boolean;
}
export type TextName = Exclude<keyof ContactValues, 'privacyTerms'>;
export type FieldName = keyof ContactValues | 'attachment';
export const fieldNames: readonly FieldName[] = [
  'firstName',
  'lastName',
  'email',
  'message',
  'attachment',
  'privacyTerms',
];
export type FieldErrors = Partial<Record<FieldName, string>>;

/** What the visitor is told in a toast. */
export type ContactNews = { kind: 'sent' } | { kind: 'cancelled' } | ContactFailure;
export type ContactFailure =
  { kind: 'failed'; key: ContactFailureKey | 'submissionError' } | { kind: 'failed'; text: string };

interface Options {
  topic: Topic;
  values?: Partial<ContactValues>;
  errors?: FieldErrors;
  draft: DraftStore;
  send?: SendForm;
  /** Null takes back an error that was told. */
  tell(news: ContactNews | null): void;
  now?: () => number;
}

const empty: ContactValues = { firstName: '', lastName: '', email: '', message: '', privacyTerms: false };

/** For a file that was chosen and could not be kept. */
const attachAgain = 'attachAgain';

/** The rules, and what sends: their code comes together, when the form is first used. */
const openRules = () => import('./contact-rules.ts');

/** spec.md, section 4: looser than the rules, so that whoever is nearly there learns from an error what is missing. */
function isFilled(values: ContactValues, topic: Topic, attachment: File | null): boolean {
  const { firstName, lastName, email, message, privacyTerms } = values;
  return (
    firstName.trim().length >= leastName &&
    lastName.trim().length >= leastName &&
    email.includes('@') &&
    email.includes('.') &&
    message.trim().length >= leastMessage &&
    privacyTerms &&
    (attachmentOf[topic] !== 'required' || attachment !== null)
  );
}

/** The contact form of one page; what depends on the browser happens after `open`. */
export function createContactForm({ topic: firstTopic, draft, send, tell, now = Date.now, ...first }: Options) {
  const topic = signal(firstTopic);
  const values = signal<ContactValues>({ ...empty, ...first.values });
  const errors = signal<FieldErrors>(first.errors ?? {});
  const attachment = signal<File | null>(null);
  /** Share of the form that has left; null while nothing is being sent. */
  const progress = signal<number | null>(null);
  /** Moment the form was opened or reset (spec.md, section 3); 0 before hydration. */
  const timestamp = signal(0);
  const restored = signal(false);
  /** Counts the times that errors have to be looked at. */
  const refusals = signal(0);
  const sending = computed(() => progress.value !== null);
  const ready = computed(() => isFilled(values.value, topic.value, attachment.value));
  let choice = 0;
  let resets = 0;
  let sender: AbortController | null = null;

  async function brokenFields(): Promise<FieldErrors> {
    const { brokenRules } = await openRules();
    return brokenRules(topic.peek(), values.peek(), timestamp.peek(), attachment.peek());
  }

  /** Without the rules there is no error to show; sending asks for them again. */
  async function checkField(name: FieldName): Promise<void> {
    const before = resets;
    const broken = await brokenFields().catch(() => null);
    // What an emptied form lacks is no error.
    if (broken && before === resets) setError(name, broken[name]);
  }

  function setError(name: FieldName, key: string | undefined) {
    const { [name]: _, ...rest } = errors.peek();
    errors.value = key ? { ...rest, [name]: key } : rest;
  }

  function saveDraft() {
    const { privacyTerms: _, ...texts } = values.peek();
    const file = attachment.peek() ?? errors.peek().attachment === attachAgain;
    draft.save({ topic: topic.peek(), ...texts, file });
  }

  function change<Name extends keyof ContactValues>(name: Name, value: ContactValues[Name]) {
    values.value = { ...values.peek(), [name]: value };
    // An error that is shown goes as soon as it is mended; a new one waits until the field is left.
    if (errors.peek()[name]) void checkField(name);
    saveDraft();
  }

  function reset() {
    choice += 1;
    resets += 1;
    tell(null);
    batch(() => {
      values.value = empty;
      errors.value = {};
      attachment.value = null;
      restored.value = false;
      timestamp.value = now();
    });
    draft.clear();
  }

  function bringBack(file: ContactDraft['file']) {
    if (file instanceof File) attachment.value = file;
    else if (file) setError('attachment', attachAgain);
  }

  /** Takes over what was typed before hydration, or brings back this tab's draft. */
  function open(typed: Partial<ContactValues>, mayChangeTopic: boolean) {
    timestamp.value = now();
    const current = { ...values.peek(), ...typed };
    const saved = draft.read();
    batch(() => {
      if (Object.values(current).some(Boolean)) values.value = current;
      else if (saved && (saved.topic === topic.peek() || mayChangeTopic)) {
        const { topic: savedTopic, file: _, ...texts } = saved;
        topic.value = savedTopic;
        values.value = { ...empty, ...texts };
        restored.value = true;
      } else return;
      if (saved?.topic === topic.peek()) bringBack(saved.file);
      saveDraft();
    });
  }

  const isBlank = () => !attachment.peek() && !Object.values(values.peek()).some(Boolean);

  function select(next: Topic) {
    if (next === topic.peek() || sending.peek()) return;
    topic.value = next;
    reset();
  }

  async function attach(file: File): Promise<void> {
    choice += 1;
    const mine = choice;
    const problem = await openRules()
      .then(({ fileProblem }) => fileProblem(file))
      .catch(() => 'attachment' as const);
    // Another file was chosen, or the form was reset, while this one was read.
    if (mine !== choice) return;
    batch(() => {
      attachment.value = problem ? null : file;
      setError('attachment', problem ?? undefined);
    });
    saveDraft();
    tell(problem && { kind: 'failed', key: problem });
  }

  function detach() {
    choice += 1;
    attachment.value = null;
    saveDraft();
  }

  function refuse(broken: FieldErrors) {
    errors.value = broken;
    refusals.value += 1;
  }

  async function post(signal: AbortSignal): Promise<void> {
    const { postMessage } = await openRules();
    const message = {
      topic: topic.peek(),
      values: values.peek(),
      timestamp: timestamp.peek(),
      file: attachment.peek(),
    };
    const onProgress = (share: number) => {
      progress.value = share;
    };
    const outcome = await postMessage(message, { signal, onProgress }, send);
    if (!outcome) reset();
    else if (outcome.errors) refuse(outcome.errors);
    tell(outcome ? outcome.news : { kind: 'sent' });
  }

  async function submit(honeypot: string): Promise<void> {
    if (sending.peek()) return;
    if (honeypot !== '') return tell({ kind: 'failed', key: 'submissionError' });
    if (now() - timestamp.peek() < leastFillMs) return tell({ kind: 'failed', key: 'tooFastError' });
    tell(null);
    const before = resets;
    const broken = await brokenFields().catch(() => null);
    if (before !== resets) return;
    if (!broken) return tell({ kind: 'failed', key: 'network' });
    if (Object.keys(broken).length > 0) return refuse(broken);
    // A second click came while the rules were loaded.
    if (sending.peek()) return;
    errors.value = {};
    progress.value = 0;
    sender = new AbortController();
    const { signal } = sender;
    try {
      await post(signal);
    } catch {
      tell(signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', key: 'sendError' });
    } finally {
      progress.value = null;
    }
  }

  return {
    topic,
    values,
    errors,
    attachment,
    progress,
    timestamp,
    restored,
    refusals,
    sending,
    ready,
    open,
    change,
    select,
    attach,
    detach,
    submit,
    reset,
    isBlank,
    leave: checkField,
    cancel: () => sender?.abort(),
  };
}

export type ContactForm = ReturnType<typeof createContactForm>;
