import type { Language } from '#shared/languages.ts';
import { awaitWithin, deferredValues } from '../lib/await-within.ts';
import type { TextSource } from '../open-visit.ts';
import type { Visit } from '../visit.ts';

/** One try to open an address or to switch the language. */
export interface Attempt {
  /** Aborted as soon as a newer attempt begins. */
  signal: AbortSignal;
  isCurrent(): boolean;
  finish(): void;
}

interface Attempts {
  /** Begins an attempt; the one before it is aborted. */
  begin(): Attempt;
  /** Aborts the current attempt, if there is one. */
  cancel(): void;
  isActive(): boolean;
}

/** `onStart` is called for each attempt; what it returns is called when the attempt has ended, in whichever way. */
export function createAttempts(onStart: () => () => void): Attempts {
  let end: (() => void) | null = null;
  let current: AbortController | null = null;

  function cancel() {
    current?.abort();
    current = null;
    end?.();
    end = null;
  }

  function begin(): Attempt {
    cancel();
    const mine = new AbortController();
    current = mine;
    end = onStart();
    return {
      signal: mine.signal,
      isCurrent: () => current === mine,
      finish() {
        if (current !== mine) return;
        current = null;
        end?.();
        end = null;
      },
    };
  }

  return { begin, cancel, isActive: () => current !== null };
}

/** What opening an address came to. After `overtaken` nothing may be done: the visitor wants something else by now. */
export type Outcome = { kind: 'overtaken' } | { kind: 'visit'; visit: Visit } | { kind: 'failure'; error: unknown };

interface OpenTools {
  open(address: URL, language: Language, signal: AbortSignal): Promise<Visit>;
  texts: TextSource;
  /** The language that is chosen at the moment. */
  language(): Language;
  /** How long deferred data may take before the page is shown with placeholders. */
  deferredMs: number;
}

/** Resolves like `promise`, or rejects at once when `signal` is aborted: code that is loading cannot be stopped. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function open(address: URL, signal: AbortSignal, tools: OpenTools): Promise<Visit> {
  let visit = await tools.open(address, tools.language(), signal);
  await awaitWithin(visit.data, tools.deferredMs);
  for (const value of deferredValues(visit.data)) if (value.status === 'rejected') throw value.reason;
  // The language may have been switched while the page was loading.
  for (let language = tools.language(); visit.language !== language; language = tools.language())
    visit = { ...visit, language, texts: await tools.texts(language, visit.route.name, signal) };
  return visit;
}

/** Opens an address for one attempt; never rejects. */
export async function openAddress(address: URL, attempt: Attempt, tools: OpenTools): Promise<Outcome> {
  try {
    const visit = await untilAborted(open(address, attempt.signal, tools), attempt.signal);
    return attempt.isCurrent() ? { kind: 'visit', visit } : { kind: 'overtaken' };
  } catch (error) {
    return attempt.isCurrent() ? { kind: 'failure', error } : { kind: 'overtaken' };
  }
}
